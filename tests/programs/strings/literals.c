// String literals: bytes, length, escapes, concatenation, arrays and pointers.
#include <assert.h>

static const char *const names[] = {"zero", "one", "two"};
static char buffer[8] = "abc";

static unsigned length(const char *text) {
  const char *end = text;
  while (*end)
    end++;
  return (unsigned)(end - text);
}

int main(void) {
  assert(length(names[0]) == 4 && names[2][1] == 'w' && names[1][3] == 0);
  assert(sizeof "four" == 5 && sizeof buffer == 8);
  assert(buffer[2] == 'c' && buffer[3] == 0 && buffer[7] == 0);
  buffer[0] = 'X';
  assert(buffer[0] == 'X');
  const char *escapes = "\n\t\\\x41\101" "BC\0hidden";
  assert(escapes[0] == 10 && escapes[1] == 9 && escapes[3] == 'A' && escapes[4] == 'A');
  assert(length(escapes) == 7 && escapes[8] == 'h');
  char exact[3] = "xyz";
  assert(exact[2] == 'z' && "hello"[1] == 'e');
  assert(sizeof L"ab" == 12 && L"ab"[1] == L'b');
  return 0;
}
