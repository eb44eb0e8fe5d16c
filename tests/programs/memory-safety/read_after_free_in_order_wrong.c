// A read after the freeing thread was joined: wrong, though no race.
#include <pthread.h>
#include <stdlib.h>

void *destroyer(void *arg) {
  free(arg);
  return 0;
}

int main(void) {
  pthread_t t;
  int *p = calloc(1, sizeof *p);
  pthread_create(&t, 0, destroyer, p);
  pthread_join(t, 0);
  return *p;
}
