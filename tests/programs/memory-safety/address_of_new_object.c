// Equality of two pointers, the older of which points to an object that is gone.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *first = malloc(sizeof *first);
  const uintptr_t kept = (uintptr_t)first;
  free(first);
  int *second = malloc(sizeof *second);
  assert(kept != (uintptr_t)second);
  free(second);
  return 0;
}
