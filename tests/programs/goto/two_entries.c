// A cycle of two labels that an input enters at either of them, with an exit at each.
// Safe: the labels alternate, so the counts differ by one at most.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int stop;

void *worker(void *arg) {
  int left = 0, right = 0;
  if (__VERIFIER_nondet_bool())
    goto second;
first:
  left++;
  if (stop || left == 3)
    goto done;
second:
  right++;
  if (stop || right == 3)
    goto done;
  goto first;
done:
  assert(left - right <= 1 && right - left <= 1);
  return 0;
}

void *stopper(void *arg) {
  stop = 1;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, stopper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
