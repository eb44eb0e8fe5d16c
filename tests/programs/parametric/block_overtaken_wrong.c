// The block of a worker writes the data only before main has set the flag, and main only afterwards, so that the two
// accesses are never possible at the same time. They race nevertheless: what the block reads orders nothing.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int flag, data;

void *worker(void *argument) {
  __VERIFIER_atomic_begin();
  if (flag == 0)
    data = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, worker, 0);
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    data = 2;
  }
}
