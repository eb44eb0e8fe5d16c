// Each thread starts another one; the violation needs two of them, and one input.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int x;

void *worker(void *arg) {
  pthread_t next;
  pthread_create(&next, 0, worker, 0);
  int key = __VERIFIER_nondet_int();
  if (key == 123456789) {
    x = key;
    assert(x == key);
    x = 0;
  }
  return 0;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
  pthread_exit(0);
}
