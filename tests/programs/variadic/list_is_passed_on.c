// A va_list in other functions, a copy of it, and a list that is started twice.
#include <assert.h>
#include <stdarg.h>

static int add(int count, va_list arguments) {
  int result = 0;
  while (count-- > 0)
    result += va_arg(arguments, int);
  return result;
}

static int next(va_list *arguments) { return va_arg(*arguments, int); }

static int sum(int count, ...) {
  va_list arguments, copy;
  va_start(arguments, count);
  va_copy(copy, arguments);
  int result = add(count, arguments);
  va_end(arguments);
  assert(next(&copy) + next(&copy) == result);
  va_end(copy);
  va_start(arguments, count);
  assert(next(&arguments) == 20);
  va_end(arguments);
  return result;
}

int main(void) {
  assert(sum(2, 20, 22) == 42);
  return 0;
}
