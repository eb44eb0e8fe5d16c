// GNU __atomic builtins on ordinary variables.
#include <assert.h>
#include <pthread.h>
int x, data;
_Bool ready;

void *worker(void *arg) {
  data = 7;
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
  __atomic_add_fetch(&x, 1, __ATOMIC_RELAXED);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);
  if (__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
    assert(data == 7);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
