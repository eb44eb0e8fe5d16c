// A switch on an input jumps to one of three places of a loop body.
// Safe: the number of steps is seven minus the place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

atomic_int steps;

void *worker(void *arg) {
  int place = __VERIFIER_nondet_uchar() % 3;
  int rounds = 2;
  switch (place) {
    while (rounds > 0) {
    case 0:
      steps++;
    case 1:
      steps++;
    case 2:
      steps++;
      rounds--;
    }
  }
  assert(steps == 6 - place);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
