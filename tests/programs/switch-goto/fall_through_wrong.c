// Wrong: a forgotten break lets case 1 run on into case 2.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int result = 0;
  unsigned char x = __VERIFIER_nondet_uchar();
  switch (x) {
  case 1:
    result = 1;
  case 2:
    result = 2;
    break;
  }
  assert(x != 1 || result == 1);
  return 0;
}
