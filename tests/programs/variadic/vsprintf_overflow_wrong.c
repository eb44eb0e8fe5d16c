// Wrong: the output has one character more than the buffer has room for.
#include <stdarg.h>
#include <stdio.h>

static void format(char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsprintf(text, format, arguments);
  va_end(arguments);
}

int main(void) {
  char text[8];
  format(text, "%s=%d", "key", 100);
  format(text, "%s=%d", "key", 1000);
  return 0;
}
