// A counter that starts again at zero.
#include <assert.h>
#include <pthread.h>

unsigned counter;

void __VERIFIER_atomic_increment(void) { counter = counter < 2 ? counter + 1 : 0; }

void *worker(void *argument) {
  const unsigned old = counter;
  __VERIFIER_atomic_increment();
  const unsigned new = counter;
  assert(old <= new);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
