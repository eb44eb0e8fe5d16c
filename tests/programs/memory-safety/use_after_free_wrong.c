// One thread frees what the other one still reads.
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
  free(p);
  pthread_join(t, 0);
  return 0;
}
