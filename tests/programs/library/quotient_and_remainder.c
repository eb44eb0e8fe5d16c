// div and its relatives truncate towards zero.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  div_t parts = div(-7, 2);
  assert(parts.quot == -3 && parts.rem == -1);
  ldiv_t wide = ldiv(1L << 40, 1000);
  assert(wide.quot == 1099511627 && wide.rem == 776);
  lldiv_t widest = lldiv(7, -2);
  assert(widest.quot == -3 && widest.rem == 1);
  int seconds = __VERIFIER_nondet_int();
  div_t minutes = div(seconds, 60);
  assert(minutes.rem > -60 && minutes.rem < 60);
  return 0;
}
