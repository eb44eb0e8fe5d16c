// A wide string ends with a wide zero.
#include <stdio.h>
#include <wchar.h>

int main(void) {
  wchar_t text[3] = {'a', 'b', 0};
  printf("%ls\n", text);
  return 0;
}
