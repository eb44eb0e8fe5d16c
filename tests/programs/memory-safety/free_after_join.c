// The object is freed when no thread uses it any more.
#include <pthread.h>
#include <stdlib.h>

void *reader(void *arg) {
  int seen = *(int *)arg;
  (void)seen;
  return 0;
}

int main(void) {
  pthread_t t;
  int *p = malloc(sizeof *p);
  *p = 1;
  pthread_create(&t, 0, reader, p);
  pthread_join(t, 0);
  free(p);
  return 0;
}
