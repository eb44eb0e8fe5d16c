// Dekker's algorithm, the first known solution of mutual exclusion for two threads.
//
// Right, under sequential consistency: a thread that wants to enter says so and looks at the other. If both
// want to, the one whose turn it is not steps back until the other has been through.
//
//   heddle verify dekker.c                           true
//   heddle verify --property no-data-race dekker.c   true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define ROUNDS 2

static atomic_int wants[2];
static atomic_int turn;
static int counter; // protected by the algorithm

static void enter(int self, int other) {
  wants[self] = 1;
  while (wants[other]) {
    if (turn == self)
      continue;
    wants[self] = 0;
    while (turn != self) {
    }
    wants[self] = 1;
  }
}

static void leave(int self, int other) {
  turn = other;
  wants[self] = 0;
}

static void *worker(void *argument) {
  const int self = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    enter(self, 1 - self);
    counter++;
    leave(self, 1 - self);
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
