// The thread that joins it uses the result.
#include <assert.h>
#include <pthread.h>
void *worker(void *argument) {
  if (argument != 0)
    return argument;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  assert(result == 0);
  return 0;
}
