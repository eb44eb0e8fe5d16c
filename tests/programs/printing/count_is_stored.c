// %n stores how many characters have been printed so far.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int first = 0;
  long second = 0;
  printf("ab%n%5d%%%ln", &first, 42, &second);
  assert(first == 2 && second == 8);
  return 0;
}
