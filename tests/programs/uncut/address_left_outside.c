// Only code elsewhere can read `address`.
#include <assert.h>
#include <stdint.h>

uintptr_t address;
void work(void);

int main(void) {
  int value = 0;
  address = (uintptr_t)&value;
  work();
  assert(value == 1);
  return 0;
}
