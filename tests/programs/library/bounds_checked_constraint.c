// What the handler of a violated runtime-constraint does is not known.
#include <assert.h>
#include <stddef.h>

int strcpy_s(char *, size_t, const char *);

int main(void) {
  char text[4];
  assert(strcpy_s(text, sizeof text, "abcd") != 0);
  return 0;
}
