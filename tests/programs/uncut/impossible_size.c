// malloc does not fail unless --malloc-may-fail says so; what no object can hold does not become a null pointer.
#include <stdlib.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 0 && n < 0x8000000000000000)
    n = 8;
  char *p = malloc(n);
  char *q = calloc(n, n);
  if (n > 0)
    *p = *q;
  free(p);
  free(q);
  return 0;
}
