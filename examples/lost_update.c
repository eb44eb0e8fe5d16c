// The lost update: two threads increment a counter, and one increment disappears.
//
// Wrong. `counter++` reads the counter, adds one and writes it back: three things, not one. If both
// threads read before either writes, both write 1.
//
//   heddle verify lost_update.c                           false: the assertion fails
//   heddle verify --property no-data-race lost_update.c   false: nothing orders the two increments
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *argument) {
  (void)argument;
  counter++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
