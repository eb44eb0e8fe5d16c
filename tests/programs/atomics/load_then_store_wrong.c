// `x = x + 1` on an _Atomic variable is a load and a store: no data race, but a lost update.
#include <pthread.h>
extern void reach_error(void);
_Atomic int x;

void *worker(void *arg) {
  x = x + 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
