// Wrong: the function reads one argument more than it is given.
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

int main(void) { return sum(3, 1, 2); }
