// The consumer reads the item after it has unlocked the mutex.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

#define CAPACITY 2

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t not_full, not_empty;
  int items[CAPACITY];
  unsigned head, count;
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0};

static void put(int item) {
  pthread_mutex_lock(&queue.mutex);
  while (queue.count == CAPACITY)
    pthread_cond_wait(&queue.not_full, &queue.mutex);
  queue.items[(queue.head + queue.count) % CAPACITY] = item;
  queue.count++;
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.mutex);
}

static int get(void) {
  pthread_mutex_lock(&queue.mutex);
  while (queue.count == 0)
    pthread_cond_wait(&queue.not_empty, &queue.mutex);
  const int *item = &queue.items[queue.head];
  queue.head = (queue.head + 1) % CAPACITY;
  queue.count--;
  pthread_cond_signal(&queue.not_full);
  pthread_mutex_unlock(&queue.mutex);
  return *item;
}

static void *producer(void *argument) {
  for (int i = 0; __VERIFIER_nondet_bool(); i = (i + 1) % 10)
    put(i);
  return 0;
}

static void *consumer(void *argument) {
  long sum = 0;
  while (__VERIFIER_nondet_bool())
    sum += get();
  return (void *)sum;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool()) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
  return 0;
}
