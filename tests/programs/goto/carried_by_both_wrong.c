// A cycle with two entries around another; each round of the outer one copies what the inner one leaves alone.
// The token is three in the round after the one that has read it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int token, go;

void *worker(void *arg) {
  int old = 0, new = 0;
  if (__VERIFIER_nondet_bool())
    goto outer_second;
outer_first:
  assert(old != 3);
  new = token;
outer_second:
  if (__VERIFIER_nondet_bool())
    goto inner_first;
  goto inner_second;
inner_first:
  if (go == 0) {
    old = new;
    goto outer_first;
  }
inner_second:
  if (go == 2)
    return 0;
  goto inner_first;
}

void *giver(void *arg) {
  token = 3;
  go = 1;
  go = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, giver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
