// strcpy that removes the first character in place is undefined.
#include <assert.h>
#include <string.h>
char text[8] = "abcdefg";

int main(void) {
  strcpy(text, text + 1);
  assert(text[0] == 'b');
}
