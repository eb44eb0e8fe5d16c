// Each thread writes an element of a large array and reads it back in one atomic step, so that nothing has to be known
// of the array before; the check of the proof has to follow its content all the same.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int table[100];

void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  table[99] = 1;
  assert(table[99] == 1);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t;
  while (1)
    pthread_create(&t, 0, worker, 0);
}
