// A spin lock that tests and sets in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

void *worker(void *argument) {
  while (lock)
    ;
  lock = 1;
  inside = 1;
  assert(inside == 1);
  inside = 0;
  lock = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
