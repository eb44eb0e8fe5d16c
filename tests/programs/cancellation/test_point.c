// A thread ends at a cancellation point, and not while cancellation is disabled.
#include <assert.h>
#include <pthread.h>

static int steps;

static void *worker(void *argument) {
  steps = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  pthread_testcancel();
  steps = 2;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
  pthread_testcancel();
  steps = 3;
  return argument;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert((result == PTHREAD_CANCELED && steps == 2) || (result == 0 && steps == 3));
  return 0;
}
