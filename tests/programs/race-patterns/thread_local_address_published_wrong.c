// The address is published, and the counter of another thread is read through it.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static _Thread_local int own;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *published = &(int){0};

static int *counter(void) { return &own; }

static void publish(void) {
  pthread_mutex_lock(&mutex);
  published = counter();
  pthread_mutex_unlock(&mutex);
}

static void *worker(void *argument) {
  while (__VERIFIER_nondet_bool()) {
    ++*counter();
    publish();
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  const int *seen = published;
  pthread_mutex_unlock(&mutex);
  return *seen < 0;
}
