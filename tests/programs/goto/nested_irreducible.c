// A cycle with two entries inside another cycle with two entries, both entered by inputs.
// Safe: every label costs one of four steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int turn;

void *worker(void *arg) {
  int steps = 0, outer = 0;
  if (__VERIFIER_nondet_bool())
    goto inner_b;
  if (__VERIFIER_nondet_bool())
    goto outer_b;
outer_a:
  outer++;
  if (++steps >= 4)
    goto done;
  if (turn)
    goto inner_b;
inner_a:
  if (++steps >= 4)
    goto done;
inner_b:
  if (++steps >= 4)
    goto done;
  if (turn)
    goto inner_a;
outer_b:
  outer++;
  if (++steps >= 4)
    goto done;
  if (__VERIFIER_nondet_bool())
    goto outer_a;
  goto inner_a;
done:
  assert(steps == 4 && outer <= 3);
  return 0;
}

void *interferer(void *arg) {
  turn = 1;
  turn = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, interferer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
