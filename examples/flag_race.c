// A plain flag says that the data is ready.
//
// Wrong. The flag is no synchronisation: reading and writing it at the same time is a data race, and so
// is then the access to the data. Interleavings alone do not show it, compilers and processors do.
//
//   heddle verify --property no-data-race flag_race.c   false: the race on `ready`
//   heddle verify flag_race.c                           true under sequential consistency
#include <assert.h>
#include <pthread.h>

static int data;
static int ready;

static void *producer(void *argument) {
  (void)argument;
  data = 42;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (!ready) {
  }
  assert(data == 42);
  pthread_join(thread, 0);
  return 0;
}
