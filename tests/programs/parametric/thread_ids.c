// Every thread takes a number; its number stays below the next one to be given: a mixed predicate.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

unsigned next;

unsigned __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(next < 1000000);
  return next++;
}

void *worker(void *argument) {
  const unsigned id = __VERIFIER_atomic_take();
  assert(id < next);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
