// The same calling convention question on x86, where a va_list is a pointer.
#include <assert.h>
#include <stdarg.h>

struct small {
  int number;
  double weight;
};

static int check(int count, ...) {
  va_list arguments, copy;
  va_start(arguments, count);
  va_copy(copy, arguments);
  assert(va_arg(arguments, int) == 1);
  assert(va_arg(arguments, double) == 1.5);
  assert(va_arg(arguments, long long) == 1LL << 40);
  struct small small = va_arg(arguments, struct small);
  assert(small.number == 3 && small.weight == 0.25);
  assert(va_arg(arguments, long double) == 2.5L);
  assert(va_arg(arguments, char *) == 0);
  int again = va_arg(copy, int);
  va_end(copy);
  va_end(arguments);
  return again;
}

int main(void) {
  struct small small = {3, 0.25};
  assert(check(5, 1, 1.5, 1LL << 40, small, 2.5L, (char *)0) == 1);
  return 0;
}
