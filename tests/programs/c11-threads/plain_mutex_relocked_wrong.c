// A plain C11 mutex must not be locked again by its owner.
#include <threads.h>
mtx_t m;

int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  return 0;
}
