// Not proved: a compare-exchange compares what is between the members of a struct, too, which C does not determine.
#include <assert.h>
#include <stdatomic.h>

struct padded {
  char letter;
  int number;
};

_Atomic struct padded shared;

int main(void) {
  const struct padded first = {1, 2};
  atomic_store(&shared, first);
  struct padded expected = {1, 2};
  const struct padded desired = {3, 4};
  assert(atomic_compare_exchange_strong(&shared, &expected, desired));
  return 0;
}
