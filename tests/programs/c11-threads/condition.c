// C11 condition variables: wait in a loop, broadcast under the mutex.
#include <assert.h>
#include <threads.h>
mtx_t m;
cnd_t c;
int ready, data;

int producer(void *arg) {
  (void)arg;
  mtx_lock(&m);
  data = 5;
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&t, producer, 0);
  mtx_lock(&m);
  while (!ready)
    cnd_wait(&c, &m);
  assert(data == 5);
  mtx_unlock(&m);
  thrd_join(t, 0);
  cnd_destroy(&c);
  return 0;
}
