// thrd_create stores the handle as pthread_create does.
#include <assert.h>
#include <threads.h>
thrd_t t;

int worker(void *arg) {
  (void)arg;
  assert(thrd_equal(t, thrd_current()));
  return 0;
}

int main(void) {
  thrd_create(&t, worker, 0);
  thrd_join(t, 0);
  return 0;
}
