// It is a step that happens at some time.
#include <assert.h>
#include <pthread.h>

static int x;

void *__VERIFIER_atomic_worker(void *arg) {
  x = 1;
  x = 2;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, __VERIFIER_atomic_worker, 0);
  assert(x == 0);
  pthread_join(thread, 0);
}
