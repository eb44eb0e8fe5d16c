// snprintf writes no more than its size, ends with a zero, and returns the whole length.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4] = "...";
  assert(snprintf(text, sizeof text, "%s-%d", "abcd", 17) == 7);
  assert(strcmp(text, "abc") == 0);
  assert(snprintf(text, 1, "%d", 5) == 1);
  assert(text[0] == 0 && text[1] == 'b');
  assert(snprintf(0, 0, "%d", 12345) == 5);
  return 0;
}
