// A function pointer among the variable arguments.
#include <assert.h>
#include <stdarg.h>

struct callback {
  int (*function)(int);
  long unused[4];
};

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }

static int apply(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int (*function)(int) = va_arg(arguments, int (*)(int));
  struct callback callback = va_arg(arguments, struct callback);
  va_end(arguments);
  return function(1) + callback.function(1);
}

int main(void) {
  struct callback callback = {thrice, {0}};
  assert(apply(2, twice, callback) == 5);
  return 0;
}
