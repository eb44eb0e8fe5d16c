// Globals without initialiser are zero.
#include <assert.h>
struct s {
  char c;
  int *p;
  double d;
} g;
static int array[3];

int main(void) {
  assert(g.c == 0 && g.p == 0 && g.d == 0.0);
  assert(array[0] == 0 && array[2] == 0);
  return 0;
}
