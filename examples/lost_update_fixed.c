// The lost update, mended: a mutex makes each increment indivisible.
//
// Right. The holder of the mutex is alone with the counter; what it wrote is there for the next holder.
//
//   heddle verify lost_update_fixed.c                             true
//   heddle verify --property no-data-race lost_update_fixed.c     true: unlock comes before the next lock
//   heddle verify --property no-deadlock lost_update_fixed.c      true
//   heddle verify --property lock-discipline lost_update_fixed.c  true
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter; // protected by mutex

static void *increment(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
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
