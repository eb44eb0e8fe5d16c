// The assertion holds under sequential consistency, but volatile is no synchronisation: a data race.
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static volatile int data;

static void *producer(void *argument) {
  (void)argument;
  data = 1;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  if (ready)
    assert(data == 1);
  pthread_join(thread, 0);
  return 0;
}
