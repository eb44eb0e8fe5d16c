// What lib_number() returns comes back as the result of the thread.
#include <assert.h>
#include <pthread.h>

long lib_number(void);

static void *worker(void *argument) {
  (void)argument;
  return (void *)lib_number();
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  assert((long)result != 1);
  return 0;
}
