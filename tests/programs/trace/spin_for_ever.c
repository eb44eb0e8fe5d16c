// Main waits for a thread that waits actively for a flag.
// Safe: main sets the flag.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *waiter(void *arg) {
  while (!flag)
    ;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
