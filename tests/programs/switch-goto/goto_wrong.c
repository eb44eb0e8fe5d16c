// Wrong: the clean-up label is also reached when nothing failed.
#include <stdlib.h>

void reach_error(void) { abort(); }
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int opened = 0;
  if (__VERIFIER_nondet_bool())
    goto fail;
  opened = 1;
fail:
  if (opened)
    reach_error();
  return 0;
}
