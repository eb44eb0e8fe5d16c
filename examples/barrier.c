// A barrier between two phases: first each thread writes its own cell, then each reads its neighbour's.
//
// Right. No thread leaves the barrier before all have arrived, so the second phase reads finished cells.
//
//   heddle verify barrier.c                           true
//   heddle verify --property no-data-race barrier.c   true: the barrier orders write before read
//   heddle verify --property no-deadlock barrier.c    true
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define WORKERS 2

static pthread_barrier_t barrier;
static int cells[WORKERS];

static void *worker(void *argument) {
  const int self = (int)(intptr_t)argument;
  const int neighbour = (self + 1) % WORKERS;
  cells[self] = 10 + self;
  pthread_barrier_wait(&barrier);
  assert(cells[neighbour] == 10 + neighbour);
  return 0;
}

int main(void) {
  pthread_t threads[WORKERS];
  pthread_barrier_init(&barrier, 0, WORKERS);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], 0, worker, (void *)(intptr_t)i);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
