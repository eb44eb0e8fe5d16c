// The conflicting write stands on a path that no execution takes.
#include <pthread.h>
int x, never;

void *worker(void *arg) {
  if (never)
    x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 2;
  pthread_join(t, 0);
  return 0;
}
