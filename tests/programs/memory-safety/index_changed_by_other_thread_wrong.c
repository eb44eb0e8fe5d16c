// The index is tested, then changed by another thread, then used.
#include <pthread.h>
#include <stdatomic.h>
atomic_int i;
int cells[2];

void *worker(void *arg) {
  i = 2;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (i < 2)
    cells[i] = 1;
  pthread_join(t, 0);
  return 0;
}
