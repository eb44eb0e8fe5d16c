// The dining philosophers, mended: each takes the fork with the smaller number first.
//
// Right. Forks are taken in one global order, so no circle of waiting can close.
//
//   heddle verify --property no-deadlock dining_philosophers_fixed.c   true
//   heddle verify dining_philosophers_fixed.c                          true: all of them eat
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define SEATS 3

static pthread_mutex_t forks[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *philosopher(void *argument) {
  const int seat = (int)(intptr_t)argument;
  const int neighbour = (seat + 1) % SEATS;
  const int first = seat < neighbour ? seat : neighbour;
  const int second = seat < neighbour ? neighbour : seat;
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  meals[seat]++;
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return 0;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int seat = 0; seat < SEATS; seat++)
    pthread_create(&threads[seat], 0, philosopher, (void *)(intptr_t)seat);
  for (int seat = 0; seat < SEATS; seat++)
    pthread_join(threads[seat], 0);
  for (int seat = 0; seat < SEATS; seat++)
    assert(meals[seat] == 1);
  return 0;
}
