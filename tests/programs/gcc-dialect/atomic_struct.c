// A member of an atomic struct, which C leaves undefined and compilers access like any other.
#include <assert.h>
#include <stdatomic.h>

struct pair {
  int a, b;
};
static _Atomic struct pair pair;

int main(void) {
  atomic_store(&pair, ((struct pair){1, 2}));
  assert(pair.b == 2);
  return 0;
}
