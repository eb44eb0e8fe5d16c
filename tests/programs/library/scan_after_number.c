// What follows a number that was read is not a digit.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 0;
  char next = 0;
  if (scanf("%d%c", &number, &next) == 2)
    assert(next < '0' || next > '9');
  return 0;
}
