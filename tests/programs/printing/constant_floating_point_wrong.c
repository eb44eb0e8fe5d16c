// Wrong: six digits after the point do not fit.
#include <stdio.h>

int main(void) {
  char text[8];
  sprintf(text, "%f", 1.5);
  return 0;
}
