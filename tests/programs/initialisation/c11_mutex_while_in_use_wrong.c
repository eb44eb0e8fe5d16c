// Wrong: mtx_init while another thread may lock the mutex.
#include <threads.h>
mtx_t m;

int worker(void *arg) {
  (void)arg;
  mtx_lock(&m);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, worker, 0);
  mtx_init(&m, mtx_plain);
  thrd_join(t, 0);
  return 0;
}
