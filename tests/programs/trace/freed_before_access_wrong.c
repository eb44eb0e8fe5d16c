// The access is undefined after the free, and a data race with it in the other order.
#include <pthread.h>
#include <stdlib.h>

char *shared;

void *release(void *arg) {
  free(shared);
  return arg;
}

void *use(void *arg) {
  shared[0] = 'p';
  return arg;
}

int main(void) {
  pthread_t first, second;
  shared = calloc(1, 1);
  pthread_create(&first, 0, release, 0);
  pthread_create(&second, 0, use, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
