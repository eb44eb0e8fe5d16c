// ffs and its relatives, as functions and as builtins.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  assert(ffs(0) == 0 && ffs(1) == 1 && ffs(-2147483647 - 1) == 32);
  assert(ffsl(1L << 40) == 41 && ffsll(2) == 2);
  assert(__builtin_ffs(4) == 3 && __builtin_ffsl(0) == 0);
  int n = __VERIFIER_nondet_int();
  int place = ffs(n);
  assert(n == 0 ? place == 0 : (n >> (place - 1) & 1) == 1);
  return 0;
}
