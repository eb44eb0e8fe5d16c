// Peterson's algorithm: mutual exclusion for two threads with three shared variables and no lock.
//
// Right, under sequential consistency: a thread says that it wants to enter, then lets the other go
// first, then waits only while the other wants to enter and has been let go first. The last one to be
// polite waits, so both cannot pass.
//
//   heddle verify peterson.c                           true
//   heddle verify --property no-data-race peterson.c   true: the atomics order the critical sections
//
// More rounds make a larger state space: heddle explore -DROUNDS=100 peterson.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef ROUNDS
#define ROUNDS 10
#endif

static atomic_int wants[2];
static atomic_int turn;
static int counter; // protected by the algorithm

static void *worker(void *argument) {
  const int self = (int)(intptr_t)argument;
  const int other = 1 - self;
  for (int round = 0; round < ROUNDS; round++) {
    wants[self] = 1;
    turn = other;
    while (wants[other] && turn == other) {
    }
    counter++;
    wants[self] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, (void *)(intptr_t)0);
  pthread_create(&second, 0, worker, (void *)(intptr_t)1);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2 * ROUNDS);
  return 0;
}
