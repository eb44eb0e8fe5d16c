// Whether another file defines the function is not known.
#include <assert.h>

__attribute__((weak)) int optional(void);

int main(void) {
  if (!optional)
    assert(0);
  return 0;
}
