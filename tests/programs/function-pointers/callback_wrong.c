// Wrong: the handler that is installed for one of the events reports an error.
#include <stdlib.h>

void reach_error(void) { abort(); }

static void ignore(void) {}
static void (*handlers[4])(void) = {ignore, ignore, reach_error, ignore};

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  handlers[__VERIFIER_nondet_uchar() % 4]();
  return 0;
}
