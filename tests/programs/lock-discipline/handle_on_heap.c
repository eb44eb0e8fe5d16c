// The handle is on the heap, and is joined once.
#include <pthread.h>
#include <stdlib.h>
static void *leaf(void *a) { return 0; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t *t = malloc(sizeof *t);
    pthread_create(t, 0, leaf, 0);
    pthread_join(*t, 0);
    free(t);
  }
  return 0;
}
