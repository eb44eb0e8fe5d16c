// Workers take items from a queue, and test outside the lock whether there is one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ITEMS 2

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int head;

void *worker(void *argument) {
  if (head == ITEMS)
    return 0;
  pthread_mutex_lock(&mutex);
  head = head + 1;
  assert(head <= ITEMS);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
