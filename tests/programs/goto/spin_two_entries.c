// A thread waits in a cycle of two reads that it enters at either of them, and leaves it from both.
// Safe: y is written after x, so a thread that has seen y sees x.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int x, y;

void *waiter(void *arg) {
  if (__VERIFIER_nondet_bool())
    goto second;
first:
  if (x == 1)
    goto seen_x;
second:
  if (y == 1)
    goto seen_y;
  goto first;
seen_x:
  assert(y <= 1);
  return 0;
seen_y:
  assert(x == 1);
  return 0;
}

void *writer(void *arg) {
  x = 1;
  y = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
