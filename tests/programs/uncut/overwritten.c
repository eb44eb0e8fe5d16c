// What fill() writes is overwritten before it matters.
#include <assert.h>

void fill(int *number);

int main(void) {
  int number;
  fill(&number);
  number = 0;
  assert(number == 1);
  return 0;
}
