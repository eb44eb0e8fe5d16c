// Readers take one of two locks, writers both, so that up to two readers run at the same time, and a writer alone.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
int first, second;

void *reader(void *argument) {
  if (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&left);
    assert(first == second);
    pthread_mutex_unlock(&left);
  } else {
    pthread_mutex_lock(&right);
    assert(first == second);
    pthread_mutex_unlock(&right);
  }
  return 0;
}

void *writer(void *argument) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  first = !first;
  second = first;
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, reader, 0);
    pthread_create(&thread, 0, writer, 0);
  }
}
