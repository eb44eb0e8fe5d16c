// Three labels with cycles that overlap and an entry at each of them.
// The order a, c, b, a is possible.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int budget = 4;
atomic_int order;

void *worker(void *arg) {
  if (__VERIFIER_nondet_bool())
    goto b;
  if (__VERIFIER_nondet_bool())
    goto c;
a:
  order = order * 4 + 1;
  if (--budget == 0)
    return 0;
  if (__VERIFIER_nondet_bool())
    goto c;
b:
  order = order * 4 + 2;
  if (--budget == 0)
    return 0;
  if (__VERIFIER_nondet_bool())
    goto a;
c:
  order = order * 4 + 3;
  if (--budget == 0)
    return 0;
  if (__VERIFIER_nondet_bool())
    goto b;
  goto a;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  assert(order != 1 * 64 + 3 * 16 + 2 * 4 + 1);
  return 0;
}
