// Atomic arithmetic on signed types wraps around without overflow, as C11 says.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

int main(void) {
  atomic_int x = INT_MAX;
  atomic_fetch_add(&x, 1);
  assert(x == INT_MIN);
  return 0;
}
