// Workers take items from a queue of numbered slots, under a lock.
#include <assert.h>
#include <pthread.h>

#define ITEMS 8

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int items[ITEMS];
int head;

void *worker(void *argument) {
  while (1) {
    pthread_mutex_lock(&mutex);
    if (head == ITEMS) {
      pthread_mutex_unlock(&mutex);
      return 0;
    }
    items[head] = 1;
    head = head + 1;
    assert(head <= ITEMS);
    pthread_mutex_unlock(&mutex);
  }
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
