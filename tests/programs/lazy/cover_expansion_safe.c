// The situation of section IV-C of "Verifying Multi-threaded Software with Impact", as in cover_expansion.c,
// but the write of 1 needs an input that has been excluded. After `y = 1`, which is independent of the assertion, a
// reduction need not run the asserting thread; after `x = 1` it must.
// Safe: x is 0 all the time.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int x, y, enabled;

void *asserting(void *arg) {
  assert(x == 0);
  y = 2;
  return arg;
}

void *branching(void *arg) {
  if (enabled)
    x = 1;
  else
    y = 1;
  x = 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  enabled = __VERIFIER_nondet_bool();
  __VERIFIER_assume(!enabled);
  pthread_create(&a, 0, asserting, 0);
  pthread_create(&b, 0, branching, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
