// qsort and bsearch call back into the program.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int v[4] = {3, 1, 4, 2};
  qsort(v, 4, sizeof v[0], compare);
  assert(v[0] == 1 && v[1] == 2 && v[2] == 3 && v[3] == 4);
  int key = 3, missing = 9;
  assert(bsearch(&key, v, 4, sizeof v[0], compare) == &v[2]);
  assert(bsearch(&missing, v, 4, sizeof v[0], compare) == 0);
  return 0;
}
