// The index is read once, and the value that was tested is the one used.
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
  int mine = i;
  if (mine < 2)
    cells[mine] = 1;
  pthread_join(t, 0);
  return 0;
}
