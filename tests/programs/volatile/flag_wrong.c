// Wrong: volatile does not make an increment atomic.
#include <assert.h>
#include <pthread.h>

static volatile int counter;

static void *worker(void *argument) {
  (void)argument;
  counter++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter++;
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}
