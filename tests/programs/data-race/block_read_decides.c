// As block_read_decides_wrong.c, but main writes data after the join.
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
  pthread_join(t, 0);
  data = 2;
  return 0;
}
