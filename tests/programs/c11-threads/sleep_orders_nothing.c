// Sleeping is no synchronisation.
#include <threads.h>
#include <time.h>
extern void reach_error(void);
int x;

int worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  thrd_t t;
  struct timespec second = {1, 0};
  thrd_create(&t, worker, 0);
  thrd_sleep(&second, 0);
  if (x != 1)
    reach_error();
  thrd_join(t, 0);
  return 0;
}
