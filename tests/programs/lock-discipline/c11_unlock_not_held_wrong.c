// Unlock of a C11 mutex that the thread does not hold.
#include <threads.h>
mtx_t m;

int main(void) {
  mtx_init(&m, mtx_plain);
  mtx_unlock(&m);
  return 0;
}
