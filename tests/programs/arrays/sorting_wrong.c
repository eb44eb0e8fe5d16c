// Wrong: one pass of bubble sort does not sort three numbers.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int numbers[3];
  for (int i = 0; i < 3; i++)
    numbers[i] = __VERIFIER_nondet_bool();
  for (int i = 1; i < 3; i++) {
    if (numbers[i - 1] <= numbers[i])
      continue;
    const int x = numbers[i];
    numbers[i] = numbers[i - 1];
    numbers[i - 1] = x;
  }
  assert(numbers[0] <= numbers[1]);
  return 0;
}
