// Wrong: what a thread writes to a thread-local variable, main does not see.
#include <assert.h>
#include <pthread.h>

static _Thread_local int result;

static void *worker(void *argument) {
  (void)argument;
  result = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(result == 1);
  return 0;
}
