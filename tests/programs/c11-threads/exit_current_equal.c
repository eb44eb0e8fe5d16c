// thrd_exit ends the thread at once; thrd_current and thrd_equal tell threads apart.
#include <threads.h>
extern void reach_error(void);
thrd_t mainThread;

int worker(void *arg) {
  (void)arg;
  if (thrd_equal(thrd_current(), mainThread))
    reach_error();
  thrd_yield();
  thrd_exit(9);
}

int main(void) {
  thrd_t t;
  int result = 0;
  mainThread = thrd_current();
  thrd_create(&t, worker, 0);
  thrd_join(t, &result);
  if (result != 9)
    reach_error();
  return 0;
}
