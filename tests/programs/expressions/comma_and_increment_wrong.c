// Wrong: the value of i++ is the one before the increment.
#include <assert.h>

int main(void) {
  int i = 1;
  int j = i++;
  assert(i == 2 && j == 2);
  return 0;
}
