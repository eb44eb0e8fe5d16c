// An input is added to a shared number.
// Safe: the input is not large enough for that.
#include <limits.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

int x = 1000;

void *worker(void *arg) {
  int input = __VERIFIER_nondet_int();
  __VERIFIER_assume(input <= INT_MAX - 1000);
  x = x + input;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 0;
  pthread_join(t, 0);
  return 0;
}
