// The length of a variable-length array is greater than zero (C11, 6.7.6.2).
#include <assert.h>

int main(void) {
  int n = 0;
  int array[n];
  assert(sizeof array == 0);
}
