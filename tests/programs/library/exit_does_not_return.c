// exit, _exit and abort do not return.
#include <stdlib.h>
#include <unistd.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char how = __VERIFIER_nondet_uchar();
  if (how == 0)
    exit(1);
  else if (how == 1)
    _exit(2);
  else if (how == 2)
    abort();
  else
    return 0;
  reach_error();
}
