// Two threads at a time, whose handles are fresh when they are joined and compared.
#include <assert.h>
#include <pthread.h>
static int x;
static void *run(void *argument) {
  __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
  assert(x <= 2);
  __atomic_fetch_sub(&x, 1, __ATOMIC_SEQ_CST);
  return argument;
}
int main(void) {
  pthread_t a, b;
  for (;;) {
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    assert(!pthread_equal(a, b));
    pthread_join(a, 0);
    pthread_join(b, 0);
  }
}
