// The same with call_once and thrd_exit.
#include <threads.h>
once_flag once = ONCE_FLAG_INIT;
void routine(void) { thrd_exit(0); }
int worker(void *arg) {
  (void)arg;
  call_once(&once, routine);
  return 0;
}
int main(void) {
  thrd_t t;
  thrd_create(&t, worker, 0);
  thrd_join(t, 0);
  return 0;
}
