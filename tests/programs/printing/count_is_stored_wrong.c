// Wrong: the variable has its old value only until %n writes it.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int count = 0;
  printf("ab%n\n", &count);
  assert(count == 0);
  return 0;
}
