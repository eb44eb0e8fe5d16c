// Wrong: a thread's variable is gone when the thread has ended.
#include <pthread.h>

static _Thread_local int cell = 1;

static void *worker(void *argument) {
  (void)argument;
  return &cell;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  return *(int *)result - 1;
}
