// finish() may join the thread.
#include <assert.h>
#include <pthread.h>

void finish(pthread_t thread);

static int done;

static void *worker(void *argument) {
  done = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  finish(thread);
  assert(done);
  return 0;
}
