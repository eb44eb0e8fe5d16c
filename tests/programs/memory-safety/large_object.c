// An object that the interpreter has no room for: no engine may find what cannot be replayed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *block = malloc(1UL << 31);
  block[1UL << 30] = 1;
  assert(block[1UL << 30] != 1);
  free(block);
  return 0;
}
