// Initialisation under a lock that says too early that it is done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready;
int value;

void *worker(void *argument) {
  if (!ready) {
    pthread_mutex_lock(&mutex);
    if (!ready) {
      ready = 1;
      value = 42;
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(value == 42);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
