// The assumption in the block of one thread may fail before the other thread reaches the error: the block is left out.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
int x, y;

void *worker(void *arg) {
  int input = __VERIFIER_nondet_int();
  __VERIFIER_atomic_begin();
  int seen = x;
  __VERIFIER_assume(seen == input);
  if (input == 7)
    y = 1;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 1;
  x = 2;
  if (x == 2)
    reach_error();
  pthread_join(thread, 0);
  return 0;
}
