// Wrong: the request may come after the last cancellation point.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *worker(void *argument) {
  sleep(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
