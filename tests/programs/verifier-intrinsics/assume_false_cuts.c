// Nothing follows a failing assumption, and it is no deadlock, not even for a thread that waits for this one.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);

void *worker(void *arg) {
  __VERIFIER_assume(0);
  reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  reach_error();
  return 0;
}
