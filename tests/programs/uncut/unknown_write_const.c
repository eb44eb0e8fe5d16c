// A pointer to const is not written through, so `key` keeps its value.
#include <assert.h>

void lib_find(const int *key);

int main(void) {
  int key = 1;
  lib_find(&key);
  assert(key == 1);
  return 0;
}
