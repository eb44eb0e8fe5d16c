// %n stores how many bytes were read: at least those of the digits and of the sign, also of a stream.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 0;
  int before = 0;
  int after = 0;
  if (scanf("a%n%d%n", &before, &number, &after) == 1) {
    assert(before == 1 && after > before);
    assert(number < 100 || after >= 4);
  }
  return 0;
}
