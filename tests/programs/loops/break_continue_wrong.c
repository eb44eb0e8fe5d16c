// Wrong: continue skips the increment that stands in the body of the loop.
#include <assert.h>

int main(void) {
  int i = 0, rounds = 0;
  while (i < 3 && rounds < 10) {
    rounds++;
    if (i == 1)
      continue;
    i++;
  }
  assert(i == 3);
  return 0;
}
