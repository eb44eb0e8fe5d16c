// The program must not write the object, but it may change.
#include <assert.h>
extern const volatile int clock_register;
int main(void) {
  assert(clock_register == clock_register);
  return 0;
}
