// After exit() no thread runs any more: the variable it would write is never gone too early.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, 0, worker, &local);
  exit(0);
}
