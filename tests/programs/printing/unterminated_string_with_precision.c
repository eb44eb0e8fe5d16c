// An array without a terminator may be printed with a precision.
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%.3s %.*s %.2s\n", text, (int)sizeof text, text, text);
  return 0;
}
