// The producer takes a third place.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned head, tail;

void *producer(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    if (head - tail <= 2)
      head++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *consumer(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    if (head != tail)
      tail++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    assert(head - tail <= 2);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}
