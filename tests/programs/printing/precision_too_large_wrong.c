// Wrong: the precision is greater than the array without a terminator.
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%.4s\n", text);
  return 0;
}
