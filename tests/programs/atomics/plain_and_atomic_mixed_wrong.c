// One thread uses an atomic builtin, the other a plain increment on the same variable.
#include <assert.h>
#include <pthread.h>
int x;

void *worker(void *arg) {
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x++;
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
