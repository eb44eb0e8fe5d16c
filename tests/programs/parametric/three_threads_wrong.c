// A counter of threads inside reaches three only if three threads are there at the same time.
#include <assert.h>
#include <pthread.h>

int inside;

void __VERIFIER_atomic_enter(void) { inside = inside + 1; }
void __VERIFIER_atomic_leave(void) { inside = inside - 1; }

void *worker(void *argument) {
  __VERIFIER_atomic_enter();
  assert(inside < 3);
  __VERIFIER_atomic_leave();
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
