// Two threads write an object that they found through the same pointer.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  pthread_create(&t, 0, worker, p);
  *p = 2;
  pthread_join(t, 0);
  free(p);
  return 0;
}
