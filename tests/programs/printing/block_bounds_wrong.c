// Wrong: one element too many.
#include <stdio.h>

int main(void) {
  int numbers[3] = {1, 2, 3};
  fwrite(numbers, sizeof numbers[0], 4, stdout);
  return 0;
}
