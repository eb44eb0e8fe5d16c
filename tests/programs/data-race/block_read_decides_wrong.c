// The block of f writes data only if it comes before main's block. No execution has the two accesses to data next to
// each other, and nothing orders them.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, data;

void *f(void *unused) {
  __VERIFIER_atomic_begin();
  if (x == 0)
    data = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  data = 2;
  pthread_join(t, 0);
  return 0;
}
