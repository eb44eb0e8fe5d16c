// A weak compare-exchange may fail although the value is the expected one.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int x = 1;
  int expected = 1;
  assert(atomic_compare_exchange_weak(&x, &expected, 2));
  return 0;
}
