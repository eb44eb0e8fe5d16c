// A thread fails if the square of an input, modulo 2 to the 32, is one particular number, and main has come first.
// Unsafe: the input may be 7.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned input, ready;

void *worker(void *arg) {
  if (ready) {
    assert(input * input != 49);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  input = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, worker, 0);
  ready = 1;
  pthread_join(t, 0);
  return 0;
}
