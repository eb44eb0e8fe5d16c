// A thread that spins for ever is no deadlock.
#include <pthread.h>
#include <stdatomic.h>
atomic_int never;

void *worker(void *arg) {
  while (!never)
    ;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return 0;
}
