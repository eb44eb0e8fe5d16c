// The ends of a range, which grows to contain every number that is found.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct {
  int low, high;
} range;

void *worker(void *argument) {
  while (__VERIFIER_nondet_int()) {
    int value = __VERIFIER_nondet_int();
    if (value < -1000 || value > 1000)
      return 0;
    pthread_mutex_lock(&mutex);
    if (value < range.low)
      range.low = value;
    if (value > range.high)
      range.high = value;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    assert(range.low <= range.high);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}
