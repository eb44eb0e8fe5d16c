// A weak definition is a definition.
#include <assert.h>

__attribute__((weak)) int optional(void) { return 3; }

int main(void) {
  assert(optional);
  assert(optional() == 3);
}
