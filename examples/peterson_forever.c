// Peterson's algorithm in threads that never end: no bound on loops is enough, so a proof needs an invariant.
//
// Right, under sequential consistency. `entries` counts without a bound (it wraps around), so the program has far too
// many states to visit them all.
//
//   heddle verify --engine lazy peterson_forever.c   true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants0, wants1, turn;
static unsigned entries;
static int inside; // threads in the critical section

static void critical(void) {
  inside++;
  assert(inside == 1);
  entries++;
  inside--;
}

static void *first(void *argument) {
  for (;;) {
    wants0 = 1;
    turn = 1;
    while (wants1 && turn == 1) {
    }
    critical();
    wants0 = 0;
  }
  return argument;
}

static void *second(void *argument) {
  for (;;) {
    wants1 = 1;
    turn = 0;
    while (wants0 && turn == 0) {
    }
    critical();
    wants1 = 0;
  }
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, second, 0);
  first(0);
}
