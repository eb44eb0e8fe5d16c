// Nor is anything proved about it.
#include <stdlib.h>

int main(void) {
  char *block = calloc(1UL << 20, 1UL << 13);
  block[(1UL << 33) - 1] = 1;
  free(block);
  return 0;
}
