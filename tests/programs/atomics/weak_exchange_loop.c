// A loop around a weak compare-exchange makes it succeed in the end, and a failure leaves the value alone.
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int x = 1;
  int expected = 1;
  while (!atomic_compare_exchange_weak(&x, &expected, 2))
    assert(x == 1 && expected == 1);
  assert(x == 2 && expected == 1);
  return 0;
}
