// The assertion fails for some results of lowest_bit(), but what it returns is not known.
#include <assert.h>

int lowest_bit(int number);

int main(void) {
  assert(lowest_bit(4) != 7);
  return 0;
}
