// A struct that is returned in memory has arbitrary members.
#include <assert.h>

struct numbers {
  long first, second, third;
};
struct numbers lib_numbers(int count);

int main(void) {
  struct numbers numbers = lib_numbers(3);
  assert(numbers.second != 5);
  return 0;
}
