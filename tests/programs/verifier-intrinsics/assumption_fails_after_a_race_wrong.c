// The block accesses x before its assumption fails: the race has happened then.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
int x, y;

void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  int seen = x;
  __VERIFIER_assume(seen == 5);
  y = seen;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 1;
  pthread_join(thread, 0);
  return 0;
}
