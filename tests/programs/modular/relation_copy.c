// A value and its copy; the reader compares what it has read after it has released the mutex.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int value, copy;

void *writer(void *argument) {
  while (__VERIFIER_nondet_int()) {
    int next = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    value = next;
    copy = next;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    int seen = value;
    int other = copy;
    pthread_mutex_unlock(&mutex);
    assert(seen == other);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}
