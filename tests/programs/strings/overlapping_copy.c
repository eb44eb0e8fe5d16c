// memcpy to memory that overlaps with its source is undefined, whatever a particular implementation does.
#include <assert.h>
#include <string.h>
char text[8] = "abcdefg";

int main(void) {
  memcpy(text, text + 3, 4);
  assert(text[0] == 'd');
}
