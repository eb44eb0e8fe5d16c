// The second realloc is undefined after the first one, and succeeds in the other order.
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

char *shared;

void *release(void *arg) {
  free(shared);
  return arg;
}

void *grow(void *arg) {
  shared = realloc(shared, 2);
  reach_error();
  return arg;
}

int main(void) {
  pthread_t first, second;
  shared = malloc(1);
  pthread_create(&first, 0, release, 0);
  pthread_create(&second, 0, grow, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
