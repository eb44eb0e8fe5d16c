// Insertion sort puts every input in order and loses none of it.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int numbers[4], sum = 0;
  for (int i = 0; i < 4; i++) {
    numbers[i] = __VERIFIER_nondet_uchar();
    if (numbers[i] > 3)
      return 0;
    sum += numbers[i];
  }
  for (int i = 1; i < 4; i++) {
    const int x = numbers[i];
    int j = i;
    for (; j > 0 && numbers[j - 1] > x; j--)
      numbers[j] = numbers[j - 1];
    numbers[j] = x;
  }
  for (int i = 1; i < 4; i++)
    assert(numbers[i - 1] <= numbers[i]);
  assert(numbers[0] + numbers[1] + numbers[2] + numbers[3] == sum);
  return 0;
}
