// Wrong: the sum of 1 … n is not n squared halved.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 1;
  int numbers[n];
  for (int i = 0; i < n; i++)
    numbers[i] = i + 1;
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += numbers[i];
  assert(sum == (n * n + 1) / 2);
  return 0;
}
