// mtx_timedlock gets the mutex or says thrd_timedout.
#include <assert.h>
#include <threads.h>
#include <time.h>
mtx_t m;

int worker(void *arg) {
  (void)arg;
  struct timespec soon = {1, 0};
  int result = mtx_timedlock(&m, &soon);
  assert(result == thrd_success || result == thrd_timedout);
  if (result == thrd_success)
    mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_timed);
  mtx_lock(&m);
  thrd_create(&t, worker, 0);
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
