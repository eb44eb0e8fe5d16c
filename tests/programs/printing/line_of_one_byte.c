// fgets into one byte writes the terminator only.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[2] = "x";
  assert(fgets(text, 1, stdin) == text);
  assert(text[0] == 0);
  return 0;
}
