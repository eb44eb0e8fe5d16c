// Each thread has an input of its own, and both together decide.
// Unsafe: 512 and 488 are the only ones between 0 and 1000, and may be given.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int one, two;

void *first(void *arg) {
  one = __VERIFIER_nondet_int();
  return arg;
}

void *second(void *arg) {
  two = __VERIFIER_nondet_int();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (one >= 0 && one <= 1000 && two >= 0 && two <= 1000 && one + two == 1000)
    assert(one - two != 24);
  return 0;
}
