// Wrong: the wide string has no terminator.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[2] = {'a', 'b'};
  printf("%ls\n", text);
  return 0;
}
