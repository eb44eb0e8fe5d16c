// Signed overflow is a violation of no-overflow; for other properties it wraps.
#include <limits.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = INT_MAX;
  if (__VERIFIER_nondet_bool())
    x++;
  if (x < 0)
    reach_error();
  return 0;
}
