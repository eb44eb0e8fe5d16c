// The body of a function with this name is one step, also if a thread starts in it.
#include <assert.h>
#include <pthread.h>

static int x;

void *__VERIFIER_atomic_worker(void *arg) {
  x = 1;
  x = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, __VERIFIER_atomic_worker, 0);
  assert(x == 0);
  pthread_join(thread, 0);
}
