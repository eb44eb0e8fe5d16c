// There is undefined behaviour, and a violation that does not need it.
#include <assert.h>
#include <pthread.h>

int array[4];
_Atomic int counter;
int __VERIFIER_nondet_int(void);

static void *worker(void *argument) {
  int old = counter;
  counter = old + 1;
  return argument;
}

int main(void) {
  array[__VERIFIER_nondet_int() & 7] = 1;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  int old = counter;
  counter = old + 1;
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
