// The condition of the consumers is used with the mutex of the producers, in one place.
#include <pthread.h>
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  int items;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

void *consumer(void *arg) {
  pthread_mutex_lock(&queue.lock);
  if (queue.items == 0)
    pthread_cond_wait(&queue.filled, &queue.lock);
  pthread_mutex_unlock(&queue.lock);
  return arg;
}

void *confused(void *arg) {
  pthread_mutex_lock(&other);
  pthread_cond_wait(&queue.filled, &other);
  pthread_mutex_unlock(&other);
  return arg;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, consumer, 0);
  pthread_create(&u, 0, confused, 0);
  pthread_cond_broadcast(&queue.filled);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
