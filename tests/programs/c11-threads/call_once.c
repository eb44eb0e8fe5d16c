// call_once runs its function once, and all threads see what it did.
#include <assert.h>
#include <threads.h>
once_flag flag = ONCE_FLAG_INIT;
int count;

void initialise(void) { count++; }

int worker(void *arg) {
  (void)arg;
  call_once(&flag, initialise);
  assert(count == 1);
  return 0;
}

int main(void) {
  thrd_t t;
  thrd_create(&t, worker, 0);
  worker(0);
  thrd_join(t, 0);
  return 0;
}
