// Wrong: what is read from a stream is any number, and nothing is written if there is none.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 5;
  int matched = scanf("%d", &number);
  if (matched != 1)
    assert(number == 5);
  else
    assert(number != 123456);
  return 0;
}
