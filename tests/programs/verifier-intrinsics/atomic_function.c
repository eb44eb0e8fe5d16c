// The body of a function named __VERIFIER_atomic_* is one step.
#include <pthread.h>
extern void reach_error(void);
int x;

static void __VERIFIER_atomic_add(int n) {
  int old = x;
  x = old + n;
}

void *worker(void *arg) {
  __VERIFIER_atomic_add(1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_atomic_add(2);
  pthread_join(t, 0);
  if (x != 3)
    reach_error();
  return 0;
}
