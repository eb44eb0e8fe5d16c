// A number that is not known has as many digits as it needs.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[4];
  const unsigned char number = __VERIFIER_nondet_uchar();
  const int length = snprintf(text, sizeof text, "%u", number);
  assert(length == (number > 99 ? 3 : number > 9 ? 2 : 1));
  assert(text[length] == 0 && text[length - 1] == '0' + number % 10);
  return 0;
}
