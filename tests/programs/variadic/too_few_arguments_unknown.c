// What is read beyond the last argument is not specified: nothing follows from it.
#include <assert.h>
#include <stdarg.h>

static int first(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int result = va_arg(arguments, int);
  va_end(arguments);
  return result;
}

int main(void) {
  assert(first(0) == 0);
  return 0;
}
