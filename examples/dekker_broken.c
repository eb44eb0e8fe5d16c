// An attempt at Dekker's algorithm that looks before it speaks.
//
// Wrong. Each thread waits until the other is not interested and says only then that it is. Both may look
// at the same time, see no other thread, and enter.
//
//   heddle verify dekker_broken.c                           false: an increment is lost
//   heddle verify --property no-data-race dekker_broken.c   false
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];
static int counter; // meant to be protected by the algorithm

static void *worker(void *argument) {
  const int self = (int)(intptr_t)argument;
  while (wants[1 - self]) {
  }
  wants[self] = 1;
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
