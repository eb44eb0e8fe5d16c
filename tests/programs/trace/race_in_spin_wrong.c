// A thread that waits actively reads plain memory in each round.
// Unsafe: main writes it meanwhile, and nothing orders the two.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag = 1;
int x, sink;

void *waiter(void *arg) {
  while (!flag)
    if (x == 3)
      sink = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  flag = 0;
  x = 1;
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
