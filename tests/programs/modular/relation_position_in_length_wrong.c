// The reader passes the end by one.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int position, length;

void *writer(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    if (length < 100000)
      length++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    if (position <= length)
      position++;
    assert(position <= length);
    pthread_mutex_unlock(&mutex);
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
