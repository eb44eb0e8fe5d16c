// The result of scanf says whether a number was read.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 5;
  short half = -1;
  int matched = scanf("%d %2hd", &number, &half);
  assert(matched >= -1 && matched <= 2);
  assert(matched >= 1 || number == 5);
  assert(matched == 2 || half == -1);
  return 0;
}
