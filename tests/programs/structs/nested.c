// Structs in structs and arrays of structs: a member is where its path says.
#include <assert.h>
#include <stddef.h>

struct point {
  short x, y;
};
struct box {
  char name;
  struct point corners[2];
  struct {
    int depth;
    struct point origin;
  };
};

static struct box boxes[2];

int main(void) {
  boxes[1].corners[1].y = 5;
  boxes[1].origin.x = 6;
  boxes[1].depth = -1;
  struct point *p = &boxes[1].corners[1];
  assert(p->y == 5 && p->x == 0);
  p--;
  p->y = 4;
  assert(boxes[1].corners[0].y == 4);
  assert(boxes[0].corners[1].y == 0 && boxes[1].origin.y == 0);
  assert(*(short *)((char *)&boxes[1] + offsetof(struct box, origin)) == 6);
  return 0;
}
