// Wrong: a difference of pointers counts elements, not bytes.
#include <assert.h>

int main(void) {
  int numbers[4] = {0};
  assert(&numbers[3] - &numbers[0] == 12);
  return 0;
}
