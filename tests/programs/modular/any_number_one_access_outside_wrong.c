// Any number of threads, and one access after the mutex has been released.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  counter = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
