// A compound literal is an object: it has an address, can be changed, and lives as long as its block.
#include <assert.h>

struct point {
  int x, y;
};

static int sum(const int *numbers, int count) {
  int result = 0;
  while (count--)
    result += *numbers++;
  return result;
}

static struct point *const corner = &(struct point){3, 4};

static struct point mirrored(struct point p) { return (struct point){.x = p.y, .y = p.x}; }

int main(void) {
  assert(sum((int[]){1, 2, 3}, 3) == 6);
  struct point *p = &(struct point){.y = 2};
  assert(p->x == 0 && p->y == 2);
  p->x = 9;
  assert(mirrored(*p).y == 9 && corner->x + corner->y == 7);
  corner->x = 5;
  assert(mirrored(*corner).y == 5);
  int rounds[2];
  for (int i = 0; i < 2; i++) {
    int *fresh = (int[]){i, 0};
    fresh[1]++;
    rounds[i] = fresh[1];
  }
  assert(rounds[0] == 1 && rounds[1] == 1);
  return 0;
}
