// The elements of two threads are the same if their numbers are.
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next;
int elements[100];

void *worker(void *argument) {
  const unsigned id = next++ % 3;
  elements[id] = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
