// Under sequential consistency at least one thread sees the other's store.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y;
int r1, r2;

void *worker(void *arg) {
  y = 1;
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  r1 = y;
  pthread_join(t, 0);
  if (r1 == 0 && r2 == 0)
    reach_error();
  return 0;
}
