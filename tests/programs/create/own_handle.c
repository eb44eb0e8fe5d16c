// The creator has stored the handle when the new thread takes its first step.
#include <assert.h>
#include <pthread.h>
pthread_t t;

void *worker(void *arg) {
  assert(pthread_equal(t, pthread_self()));
  return arg;
}

int main(void) {
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
