// Nothing is wrong, but Heddle formats floating-point numbers only if they are constants.
#include <assert.h>
#include <stdio.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  char text[400];
  assert(snprintf(text, sizeof text, "%.1f", __VERIFIER_nondet_double()) >= 3);
  return 0;
}
