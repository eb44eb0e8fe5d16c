// Also if a break leaves the block, before another array of it.
#include <assert.h>

int main(void) {
  int *kept = 0;
  for (int n = 1; n < 3; n++) {
    int array[n];
    array[0] = 7;
    kept = array;
    if (n == 2)
      break;
    int other[n];
    other[0] = 1;
  }
  assert(*kept == 7);
}
