// calloc zeroes, realloc keeps the content, also when it shrinks.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = calloc(2, sizeof *p);
  assert(p[0] == 0 && p[1] == 0);
  p[1] = 7;
  p = realloc(p, 3 * sizeof *p);
  assert(p[0] == 0 && p[1] == 7);
  p[2] = 9;
  p = realloc(p, 2 * sizeof *p);
  assert(p[1] == 7);
  assert(calloc((size_t)-1, 2) == 0);
  p = realloc(p, 0);
  assert(p == 0);
  p = realloc(0, 4);
  assert(p != 0);
  free(p);
  return 0;
}
