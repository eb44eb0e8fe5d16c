// One of 2 to the 32 values of an input leads into a branch, in which the order of two threads matters.
// Unsafe: with this value, and if the threads come between each other, an increment is lost.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned input;
int x;

void *worker(void *arg) {
  if (input == 0xdeadbeef) {
    int old = x;
    x = old + 1;
  } else {
    __sync_fetch_and_add(&x, 1);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  input = __VERIFIER_nondet_uint();
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
