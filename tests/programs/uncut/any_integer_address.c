// The address of a local is an integer when work() reads it.
#include <assert.h>
#include <stdint.h>

uintptr_t address;
void work(void);

int main(void) {
  int value = 0;
  address = (uintptr_t)&value;
  work();
  assert(value == 0);
  return 0;
}
