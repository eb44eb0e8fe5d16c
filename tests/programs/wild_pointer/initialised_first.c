// The pointers are initialised on every path.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int source[2], shared;

void *worker(void *arg) {
  pthread_mutex_t *lock = arg ? arg : &mutex;
  pthread_mutex_lock(lock);
  ++shared;
  pthread_mutex_unlock(lock);
  return arg;
}

int main(void) {
  pthread_t handle, *thread;
  time_t now, *result;
  int *copy;
  thread = &handle;
  result = __VERIFIER_nondet_int() ? &now : 0;
  copy = malloc(sizeof source);
  pthread_create(thread, 0, worker, __VERIFIER_nondet_int() ? &mutex : 0);
  time(result);
  memcpy(copy, source, sizeof source);
  pthread_mutex_lock(&mutex);
  shared += copy[1];
  pthread_mutex_unlock(&mutex);
  free(copy);
  pthread_join(*thread, 0);
  return 0;
}
