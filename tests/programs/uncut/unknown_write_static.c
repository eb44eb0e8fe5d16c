// lib_init() cannot see a static variable whose address is never passed out.
#include <assert.h>

static int size = 1;
void lib_init(void);

int main(void) {
  lib_init();
  assert(size <= 2);
  size = 1;
  return 0;
}
