// Wrong: the arguments of printf are evaluated, also when nobody looks at the output.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 0;
  printf("%d\n", x++);
  assert(x == 0);
  return 0;
}
