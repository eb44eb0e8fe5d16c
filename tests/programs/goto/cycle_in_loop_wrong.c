// An irreducible cycle inside a loop: each round enters a busy waiting cycle at one of two labels.
// The second round begins before the last flag is raised, and sees the second value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int flag;

void *waiter(void *arg) {
  int seen = 0;
  for (int round = 0; round < 2; round++) {
    int now;
    if (__VERIFIER_nondet_bool())
      goto again;
  first:
    now = flag;
    if (now > 0)
      goto left;
  again:
    now = flag;
    if (now == 0)
      goto first;
  left:
    seen += now;
  }
  assert(seen != 3);
  return 0;
}

void *raiser(void *arg) {
  flag = 1;
  flag = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, raiser, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
