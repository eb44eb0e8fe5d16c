// A function with variable arguments that the program itself defines.
#include <assert.h>
#include <stdarg.h>

static int sum(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int result = 0;
  while (count-- > 0)
    result += va_arg(arguments, int);
  va_end(arguments);
  return result;
}

int main(void) {
  assert(sum(0) == 0);
  assert(sum(3, 1, 2, 3) == 6);
  assert(sum(8, 1, 2, 3, 4, 5, 6, 7, 8) == 36);
  return 0;
}
