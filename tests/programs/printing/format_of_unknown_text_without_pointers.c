// Without pointers among the arguments, any right format reads nothing but itself.
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  const char *format = __VERIFIER_nondet_bool() ? "%d\n" : "%x\n";
  printf(format, 5);
  return 0;
}
