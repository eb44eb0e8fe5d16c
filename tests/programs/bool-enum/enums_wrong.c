// Wrong: the enumerator after a given value is the next number, not the position in the list.
#include <assert.h>

enum colour { RED, GREEN = 5, BLUE };

int main(void) {
  enum colour c = BLUE;
  assert(c == 2);
  return 0;
}
