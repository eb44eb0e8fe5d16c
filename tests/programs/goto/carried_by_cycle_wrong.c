// An irreducible cycle inside a loop; what the loop carries to its next round was read before the cycle.
// The round after the one that has read x == 1 must not be taken for a repetition of the cycle.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int x, busy, stop;

void *worker(void *arg) {
  int last = 0, now;
  for (;;) {
    assert(last != 1);
    now = x;
    if (__VERIFIER_nondet_bool())
      goto first;
    goto second;
  first:
    if (!busy) {
      last = now;
      continue;
    }
  second:
    if (stop)
      return 0;
    goto first;
  }
}

void *writer(void *arg) {
  x = 1;
  busy = 1;
  stop = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
