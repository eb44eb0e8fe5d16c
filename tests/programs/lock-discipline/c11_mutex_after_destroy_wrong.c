// A destroyed mutex of C11 is locked.
#include <threads.h>
mtx_t m;
int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_destroy(&m);
  mtx_lock(&m);
  return 0;
}
