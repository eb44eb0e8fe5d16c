// Wrong: the arguments of printf are evaluated, also if the output is not used.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 0;
  printf("%d\n", x++);
  assert(x == 0);
  return 0;
}
