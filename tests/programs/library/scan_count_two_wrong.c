// Wrong: two numbers need at least three bytes, since something must separate them, but may have exactly these.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int first = 0;
  int second = 0;
  int count = 0;
  if (scanf("%d%d%n", &first, &second, &count) == 2) {
    assert(count >= 3);
    assert(count != 3);
  }
  return 0;
}
