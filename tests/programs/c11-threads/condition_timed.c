// cnd_timedwait ends with success or thrd_timedout.
#include <assert.h>
#include <threads.h>
#include <time.h>
mtx_t m;
cnd_t c;

int producer(void *arg) {
  (void)arg;
  cnd_signal(&c);
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec soon = {1, 0};
  mtx_init(&m, mtx_timed);
  cnd_init(&c);
  thrd_create(&t, producer, 0);
  mtx_lock(&m);
  int result = cnd_timedwait(&c, &m, &soon);
  assert(result == thrd_success || result == thrd_timedout);
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
