// A thread that may be cancelled at any time.
#include <pthread.h>
#include <assert.h>

static void *worker(void *argument) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, 0);
  assert(1);
  return 0;
}
