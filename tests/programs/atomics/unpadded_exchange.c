// A struct without padding may be compared as a whole.
#include <assert.h>
#include <stdatomic.h>

struct pair {
  int first;
  int second;
};

_Atomic struct pair shared;

int main(void) {
  const struct pair first = {1, 2};
  atomic_store(&shared, first);
  struct pair expected = {1, 2};
  const struct pair desired = {3, 4};
  assert(atomic_compare_exchange_strong(&shared, &expected, desired));
  return 0;
}
