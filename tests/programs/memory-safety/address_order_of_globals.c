// The order of two globals is not specified, although the model has one.
#include <assert.h>

int a, b;

int main(void) {
  assert(&b < &a);
  return 0;
}
