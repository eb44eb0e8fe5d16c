// The addresses are numbers in constant memory.
#include <assert.h>
#include <stdint.h>

char a, b;
const uintptr_t table[2] = {(uintptr_t)&a, (uintptr_t)&b};

int main(void) {
  int i = 0;
  assert(table[i] < table[i + 1]);
  return 0;
}
