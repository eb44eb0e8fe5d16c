// The lowest bit of a pointer is a flag, as in lock-free lists.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 7;
  uintptr_t tagged = (uintptr_t)p | 1;
  int *q = (int *)(tagged & ~(uintptr_t)1);
  assert(*q == 7);
  free(q);
  return 0;
}
