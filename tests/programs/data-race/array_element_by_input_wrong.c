// For one input both threads write the same element.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int cells[2];

void *worker(void *arg) {
  cells[1] = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  int i = __VERIFIER_nondet_bool();
  pthread_create(&t, 0, worker, 0);
  cells[i] = 2;
  pthread_join(t, 0);
  return 0;
}
