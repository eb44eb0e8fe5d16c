// A bounded buffer with a condition variable: the count is the difference of two counters.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
unsigned produced, consumed, count;

void *producer(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    while (count == 2)
      pthread_cond_wait(&changed, &mutex);
    count++;
    produced++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *consumer(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
      pthread_cond_wait(&changed, &mutex);
    count--;
    consumed++;
    assert(produced - consumed == count);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
  }
  return 0;
}
