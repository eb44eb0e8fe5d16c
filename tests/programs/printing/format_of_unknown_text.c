// Nothing is wrong, but which pointers a format reads depends on its text.
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  const char *format = __VERIFIER_nondet_bool() ? "%s" : "%p";
  printf(format, "text");
  return 0;
}
