// Wrong: va_arg of a list that va_start has not set. Static memory is zero, so this list begins nowhere.
#include <assert.h>
#include <stdarg.h>

static va_list arguments;

int main(void) {
  assert(va_arg(arguments, int) == 0);
  return 0;
}
