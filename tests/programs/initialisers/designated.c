// Initialisers with designators, in any order, nested, with ranges; what is not named is zero.
#include <assert.h>

struct point {
  int x, y;
};
struct shape {
  const char *name;
  struct point points[3];
  union {
    int number;
    char letter;
  } tag;
};

static int sparse[8] = {[2] = 5, 6, [0] = 1, [5 ... 7] = 9};
static struct shape shape = {.points[1] = {.y = 3}, .name = "line", .tag.letter = 'q', .points[2].x = 4};
static int matrix[][2] = {{1}, {2, 3}, [3] = {[1] = 4}};

int main(void) {
  assert(sparse[0] == 1 && sparse[1] == 0 && sparse[2] == 5 && sparse[3] == 6 && sparse[6] == 9);
  assert(shape.points[0].x == 0 && shape.points[1].y == 3 && shape.points[2].x == 4);
  assert(shape.name[3] == 'e' && shape.tag.number == 'q');
  assert(sizeof matrix / sizeof *matrix == 4 && matrix[0][1] == 0 && matrix[1][1] == 3 && matrix[3][1] == 4);
  struct shape local = {"x", {{1, 2}}};
  assert(local.points[0].y == 2 && local.points[2].y == 0 && local.tag.number == 0);
  int numbers[5] = {1, 2};
  assert(numbers[1] == 2 && numbers[4] == 0);
  return 0;
}
