// The address is passed as an integer.
#include <assert.h>

void work(unsigned long address);

int main(void) {
  int value = 0;
  work((unsigned long)&value);
  assert(value == 1);
  return 0;
}
