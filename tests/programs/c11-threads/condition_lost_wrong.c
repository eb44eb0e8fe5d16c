// A signal before the wait is lost.
#include <threads.h>
mtx_t m;
cnd_t c;

int producer(void *arg) {
  (void)arg;
  cnd_signal(&c);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, producer, 0);
  mtx_lock(&m);
  cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, 0);
  return 0;
}
