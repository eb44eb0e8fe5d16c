// The dining philosophers: three of them, three forks, and each takes the left fork first.
//
// Wrong. When all have taken their left fork, each waits for the right one, for ever.
//
//   heddle verify --property no-deadlock dining_philosophers.c    false
//   heddle verify --property no-data-race dining_philosophers.c   true: the forks do protect the plates
#include <pthread.h>
#include <stdint.h>

#define SEATS 3

static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *philosopher(void *argument) {
  const int seat = (int)(intptr_t)argument;
  const int left = seat;
  const int right = (seat + 1) % SEATS;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  meals[seat]++;
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int seat = 0; seat < SEATS; seat++)
    pthread_create(&threads[seat], 0, philosopher, (void *)(intptr_t)seat);
  for (int seat = 0; seat < SEATS; seat++)
    pthread_join(threads[seat], 0);
  return 0;
}
