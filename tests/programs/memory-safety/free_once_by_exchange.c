// The thread that takes the pointer out frees it; free of null is harmless.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *_Atomic shared;

void *worker(void *arg) {
  free(atomic_exchange(&shared, 0));
  return arg;
}

int main(void) {
  pthread_t t;
  shared = malloc(sizeof(int));
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
