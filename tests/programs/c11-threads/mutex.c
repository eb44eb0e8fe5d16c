// A C11 mutex protects a counter.
#include <assert.h>
#include <threads.h>
mtx_t m;
int x;

int worker(void *arg) {
  (void)arg;
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  thrd_create(&t, worker, 0);
  worker(0);
  thrd_join(t, 0);
  assert(x == 2);
  mtx_destroy(&m);
  return 0;
}
