// A thread waits actively for a flag.
// Safe: the data is there when the flag is set.
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
  data = 1;
  flag = 1;
  pthread_join(t, 0);
  return 0;
}
