// Peterson's algorithm with its first two lines swapped: polite first, and only then interested.
//
// Wrong. Thread 0 lets thread 1 go first; thread 1 lets thread 0 go first, shows interest, finds thread 0
// not interested and enters; thread 0 shows interest, finds that it is its own turn and enters too.
//
//   heddle verify peterson_broken.c                           false: both are in the critical section
//   heddle verify --property no-data-race peterson_broken.c   false: so `counter` is not protected
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];
static atomic_int turn;
static int counter; // meant to be protected by the algorithm

static void *worker(void *argument) {
  const int self = (int)(intptr_t)argument;
  const int other = 1 - self;
  turn = other;
  wants[self] = 1;
  while (wants[other] && turn == other) {
  }
  counter++;
  wants[self] = 0;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, (void *)(intptr_t)0);
  pthread_create(&second, 0, worker, (void *)(intptr_t)1);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
