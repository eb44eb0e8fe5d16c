// Without the mutex an update gets lost.
#include <assert.h>
#include <threads.h>
int x;

int worker(void *arg) {
  (void)arg;
  x++;
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, worker, 0);
  worker(0);
  thrd_join(t, 0);
  assert(x == 2);
  return 0;
}
