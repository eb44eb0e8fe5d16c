// For one input the object is lost.
#include <pthread.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);

void *worker(void *arg) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_bool())
    return arg;
  free(p);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
