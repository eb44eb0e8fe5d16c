// Wrong: the arguments have several types and are read with their own, but the last one is left out.
#include <assert.h>
#include <stdarg.h>

static double total(const char *types, ...) {
  va_list arguments;
  va_start(arguments, types);
  double result = 0;
  for (; types[1]; types++)
    result += *types == 'd' ? va_arg(arguments, double) : va_arg(arguments, long);
  va_end(arguments);
  return result;
}

int main(void) {
  assert(total("ldl", 1L, 0.5, 2L) == 3.5);
  return 0;
}
