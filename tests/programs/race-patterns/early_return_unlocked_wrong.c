// An early return path unlocks, and then the section goes on.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int free_seats = 4;
static int booked;

static int book(int seats) {
  int success = 0;
  pthread_mutex_lock(&mutex);
  if (free_seats >= seats) {
    free_seats -= seats;
    if (free_seats == 2)
      pthread_mutex_unlock(&mutex);
    booked += seats;
    success = 1;
  }
  pthread_mutex_unlock(&mutex);
  return success;
}

static void *customer(void *argument) {
  int tries = 0;
  while (!book(2) && __VERIFIER_nondet_bool())
    tries = (tries + 1) % 100;
  return (void *)(long)tries;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, customer, 0);
}
