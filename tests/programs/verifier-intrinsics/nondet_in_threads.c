// Inputs of different threads are independent.
#include <pthread.h>
#include <stdint.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

void *worker(void *arg) {
  (void)arg;
  return (void *)(intptr_t)__VERIFIER_nondet_bool();
}

int main(void) {
  pthread_t a, b;
  void *x, *y;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, &x);
  pthread_join(b, &y);
  if (x && !y)
    reach_error();
  return 0;
}
