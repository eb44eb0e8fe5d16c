// Two threads that take turns at a counter for a long time, so that executions are long.
// Safe: the counter is only touched under the mutex.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 20000
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2 * N);
  return 0;
}
