// Two functions that call each other, with an array on the stack of each call.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int isOdd(int n);

static int isEven(int n) {
  int own[2] = {n, n};
  if (n == 0)
    return 1;
  int result = isOdd(n - 1);
  assert(own[0] == n && own[1] == n);
  return result;
}

static int isOdd(int n) { return n == 0 ? 0 : isEven(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 8;
  assert(isEven(n) == (n % 2 == 0));
  return 0;
}
