// A loop whose counter is constant in every round, around a cycle that is
// entered beside the label at which it is left.
// Safe: the rounds add up to four.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int sum;

void *worker(void *arg) {
  int round = 0, inner = 0, head = 0;
next:
  inner = 0;
  if (head)
    goto first;
  goto second;
first:
  inner++;
  if (inner >= 2)
    goto end;
second:
  inner++;
  goto first;
end:
  sum += inner;
  round++;
  if (round < 2)
    goto next;
  assert(sum == 4);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
