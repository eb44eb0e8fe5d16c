// Comparisons with null and with the addresses of variables, and differences, do not depend on which addresses malloc
// returns.
#include <assert.h>
#include <stdlib.h>

static int spare;

int main(void) {
  int *first = malloc(4 * sizeof *first);
  if (first == 0)
    first = &spare;
  int *end = first + 1;
  assert(end - first == 1);
  if (first != &spare)
    free(first);
  return 0;
}
