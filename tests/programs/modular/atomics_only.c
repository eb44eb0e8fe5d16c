// All accesses are atomic.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

atomic_int counter;

void *worker(void *argument) {
  counter++;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
