// mtx_init and cnd_init before the thread is created, destroyed after it has been joined.
#include <threads.h>
mtx_t m;
cnd_t c;
int value;

int worker(void *arg) {
  (void)arg;
  mtx_lock(&m);
  value = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, worker, 0);
  mtx_lock(&m);
  while (value == 0)
    cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, 0);
  cnd_destroy(&c);
  mtx_destroy(&m);
  return 0;
}
