// Wrong: fread changes the number.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 5;
  if (fread(&number, sizeof number, 1, stdin) == 1)
    assert(number == 5);
  return 0;
}
