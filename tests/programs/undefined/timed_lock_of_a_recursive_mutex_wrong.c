// C asks for a mutex that was made for it.
#include <threads.h>
#include <time.h>
mtx_t m;
int main(void) {
  struct timespec time = {0, 0};
  mtx_init(&m, mtx_recursive);
  if (mtx_timedlock(&m, &time) == thrd_success)
    mtx_unlock(&m);
  mtx_destroy(&m);
  return 0;
}
