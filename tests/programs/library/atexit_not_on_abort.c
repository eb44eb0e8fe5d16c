// Neither abort nor _exit runs the handlers of atexit.
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

void handler(void) { reach_error(); }

int main(void) {
  atexit(handler);
  if (__VERIFIER_nondet_bool())
    abort();
  _exit(0);
}
