// An object that is defined elsewhere keeps its value while no unknown function is called.
#include <assert.h>
extern int value;
int main(void) {
  int a = value;
  int b = value;
  assert(a == b);
  return 0;
}
