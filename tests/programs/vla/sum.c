// A variable-length array has the size that was asked for, also as seen by sizeof.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 1;
  int numbers[n];
  assert(sizeof numbers == (unsigned)n * sizeof(int));
  for (int i = 0; i < n; i++)
    numbers[i] = i + 1;
  int sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum += numbers[i];
  assert(sum == n * (n + 1) / 2);
  return 0;
}
