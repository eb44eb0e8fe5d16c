// Each queue has a mutex and a condition; which queue it is depends on the argument of the thread.
#include <assert.h>
#include <pthread.h>
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  int items;
} queues[2] = {{PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0},
               {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0}};

void *consumer(void *arg) {
  struct queue *queue = arg;
  pthread_mutex_lock(&queue->lock);
  while (queue->items == 0)
    pthread_cond_wait(&queue->filled, &queue->lock);
  assert(--queue->items == 0);
  pthread_mutex_unlock(&queue->lock);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&t[i], 0, consumer, &queues[i]);
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&queues[i].lock);
    ++queues[i].items;
    pthread_cond_signal(&queues[i].filled);
    pthread_mutex_unlock(&queues[i].lock);
  }
  for (int i = 0; i < 2; ++i)
    pthread_join(t[i], 0);
  return 0;
}
