// A conversion without an argument is undefined behaviour.
#include <assert.h>
#include <stdio.h>

int main(void) {
  printf("%d and %d\n", 1);
  assert(1);
  return 0;
}
