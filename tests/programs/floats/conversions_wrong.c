// Wrong: a float has not enough bits for every int.
#include <assert.h>

int main(void) {
  int x = 123456789;
  assert((int)(float)x == x);
  return 0;
}
