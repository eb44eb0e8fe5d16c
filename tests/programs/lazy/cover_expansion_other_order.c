// The situation of section IV-C of "Verifying Multi-threaded Software with Impact", as in cover_expansion.c,
// with the asserting thread created last, for reductions that prefer larger numbers.
// Unsafe: the assertion fails right after `x = 1`. An engine that covers the node after `x = 1` by the one after `y =
// 1`, and does not expand the asserting thread there, misses it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);

int x, y;

void *asserting(void *arg) {
  assert(x == 0);
  y = 2;
  return arg;
}

void *branching(void *arg) {
  if (__VERIFIER_nondet_bool())
    x = 1;
  else
    y = 1;
  x = 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, branching, 0);
  pthread_create(&b, 0, asserting, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
