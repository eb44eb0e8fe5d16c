// A thread waits for a flag and counts how often it has looked, up to 3 and then from 0 again: a loop that may run for
// ever, and whose body has an effect.
// Safe: it never gets to 4.
#include <assert.h>
#include <pthread.h>

int flag, looks;

void *waiter(void *arg) {
  while (!flag)
    looks = looks == 3 ? 0 : looks + 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  flag = 1;
  pthread_join(t, 0);
  assert(looks != 4);
  return 0;
}
