// The second call is given the same object, so a pointer that fill() has kept adds nothing.
#include <assert.h>

void fill(int *value);

int main(void) {
  int value = 0;
  fill(&value);
  fill(&value);
  value = 1;
  assert(value == 1);
  return 0;
}
