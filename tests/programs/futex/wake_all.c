// A broadcast: every thread that waits is woken, and those that come later do not wait.
#include "mutex.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>

static atomic_int open;
static atomic_int passed;

static void *thread(void *unused) {
  while (open == 0)
    futex_wait(&open, 0);
  ++passed;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, thread, 0);
  pthread_create(&second, 0, thread, 0);
  open = 1;
  futex_wake(&open, INT_MAX);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(passed == 2);
  return 0;
}
