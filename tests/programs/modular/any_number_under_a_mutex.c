// Any number of threads, a loop without a bound in each, one mutex.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
