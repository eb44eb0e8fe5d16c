// Wrong: the string that the logger prints has been freed.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
}

int main(void) {
  char *name = malloc(2);
  strcpy(name, "x");
  report("%d %s\n", 1, name);
  free(name);
  report("%f %5s\n", 1.0, name);
  return 0;
}
