// Each thread writes an element of a large array and then asserts that it is still zero.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int table[100];

void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  table[98] = 1;
  assert(table[98] == 0);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  while (1)
    pthread_create(&t, 0, worker, 0);
}
