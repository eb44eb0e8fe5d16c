// An input is assumed to be 1 in an atomic block; the first execution has 0.
// Safe: nothing else gets out of the block.
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int x;

void *chooser(void *arg) {
  __VERIFIER_atomic_begin();
  int v = __VERIFIER_nondet_bool();
  __VERIFIER_assume(v);
  x = v;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, chooser, 0);
  pthread_join(t, 0);
  if (x != 1)
    reach_error();
  return 0;
}
