// Whether the join waits is undefined, so nothing is known about what follows.
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *argument) {
  pthread_detach(pthread_self());
  x = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(x == 1);
  return 0;
}
