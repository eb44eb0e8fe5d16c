// The fetch operations return the old value and wrap like unsigned numbers of their width.
#include <assert.h>
#include <stdatomic.h>
atomic_uchar c = 255;
atomic_uint u = 12;
_Atomic long long wide = 1;
atomic_bool b;

int main(void) {
  assert(atomic_fetch_add(&c, 1) == 255 && c == 0);
  assert(atomic_fetch_sub(&c, 1) == 0 && c == 255);
  assert(atomic_fetch_or(&u, 3) == 12 && u == 15);
  assert(atomic_fetch_and(&u, 6) == 15 && u == 6);
  assert(atomic_fetch_xor(&u, 5) == 6 && u == 3);
  assert((wide <<= 40) == 1LL << 40);
  assert((wide *= 3) == 3LL << 40);
  assert(atomic_exchange(&b, 1) == 0 && b == 1);
  atomic_init(&u, 77);
  assert(atomic_load(&u) == 77);
  return 0;
}
