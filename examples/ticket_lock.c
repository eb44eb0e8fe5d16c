// A ticket lock: take a number, wait until it is called. First come, first served.
//
// Right. fetch_add hands out every number once; only the holder calls the next one. Acquire and release
// on `serving` are enough to order the critical sections.
//
//   heddle verify ticket_lock.c                           true
//   heddle verify --property no-data-race ticket_lock.c   true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ROUNDS 2

static atomic_uint tickets;
static atomic_uint serving;
static int counter; // protected by the ticket lock

static void lock(void) {
  const unsigned mine = atomic_fetch_add_explicit(&tickets, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
  }
}

static void unlock(void) {
  const unsigned current = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, current + 1, memory_order_release);
}

static void *worker(void *argument) {
  (void)argument;
  for (int round = 0; round < ROUNDS; round++) {
    lock();
    counter++;
    unlock();
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2 * ROUNDS);
  return 0;
}
