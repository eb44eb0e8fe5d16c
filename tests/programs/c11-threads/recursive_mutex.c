// A recursive C11 mutex, and trylock by its owner and by another thread.
#include <assert.h>
#include <threads.h>
mtx_t m;

int worker(void *arg) {
  (void)arg;
  assert(mtx_trylock(&m) == thrd_busy);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain | mtx_recursive);
  assert(mtx_lock(&m) == thrd_success);
  assert(mtx_trylock(&m) == thrd_success);
  mtx_unlock(&m);
  thrd_create(&t, worker, 0);
  thrd_join(t, 0);
  mtx_unlock(&m);
  return 0;
}
