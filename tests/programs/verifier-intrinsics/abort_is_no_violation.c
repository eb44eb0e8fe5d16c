// abort() ends the program and is no violation by itself.
#include <stdlib.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  if (b)
    abort();
  if (b)
    reach_error();
  return 0;
}
