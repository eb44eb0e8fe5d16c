// A thread that waits actively looks at x in each round.
// Unsafe: it may look after x was written and before the flag was.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag, x;

void *waiter(void *arg) {
  while (!flag)
    assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  flag = 1;
  pthread_create(&t, 0, waiter, 0);
  x = 1;
  flag = 0;
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
