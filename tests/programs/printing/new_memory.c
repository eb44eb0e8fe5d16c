// asprintf allocates what the output needs.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text(const char *format, ...) {
  char *result;
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(&result, format, arguments);
  va_end(arguments);
  assert(length == (int)strlen(result));
  return result;
}

int main(void) {
  char *first;
  assert(asprintf(&first, "%d%c", 12, '!') == 3);
  assert(strcmp(first, "12!") == 0);
  char *second = text("%s-%x", first, 255);
  assert(strcmp(second, "12!-ff") == 0);
  free(first);
  free(second);
  return 0;
}
