// One step of the second counter is missing from the total.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int left, right, total;

void *first(void *argument) {
  while (__VERIFIER_nondet_int()) {
    int value = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    left += value;
    total += value;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *second(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    right++;
    if (right != 2)
      total++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    assert(total == left + right);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}
