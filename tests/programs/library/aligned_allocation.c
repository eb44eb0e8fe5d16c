// posix_memalign and aligned_alloc give aligned memory; a wrong alignment is refused.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  void *p = 0;
  assert(posix_memalign(&p, 64, 8) == 0);
  assert((uintptr_t)p % 64 == 0);
  free(p);
  assert(posix_memalign(&p, 3, 8) == EINVAL);
  p = aligned_alloc(16, 16);
  assert((uintptr_t)p % 16 == 0);
  free(p);
  return 0;
}
