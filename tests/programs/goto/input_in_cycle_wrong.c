// A cycle of local actions with two entries that takes an input in each round and need not terminate.
// The cycle may be entered beside the label that counts.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int published;

void *worker(void *arg) {
  unsigned char local = 0;
  if (__VERIFIER_nondet_bool())
    goto check;
count:
  local ^= 1;
check:
  if (__VERIFIER_nondet_bool())
    goto count;
  published = local;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  assert(published == 1);
  return 0;
}
