// Main waits for a thread that waits actively for a flag.
// Unsafe: no thread sets the flag, so main waits for ever.
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
  pthread_join(t, 0);
  return 0;
}
