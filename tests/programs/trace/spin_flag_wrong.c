// A thread waits actively for a flag.
// Unsafe: the flag is set before the data is there.
#include <assert.h>
#include <pthread.h>

int flag, data;

void *waiter(void *arg) {
  while (!flag)
    ;
  assert(data == 1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  flag = 1;
  data = 1;
  pthread_join(t, 0);
  return 0;
}
