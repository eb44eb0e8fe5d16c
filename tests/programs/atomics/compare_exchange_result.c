// A failing compare-and-exchange writes what it found into the expected value, and nothing else.
#include <assert.h>
#include <stdatomic.h>
atomic_int x = 5;

int main(void) {
  int expected = 4;
  assert(!atomic_compare_exchange_strong(&x, &expected, 9));
  assert(expected == 5 && x == 5);
  assert(atomic_compare_exchange_strong(&x, &expected, 9));
  assert(expected == 5 && x == 9);
  return 0;
}
