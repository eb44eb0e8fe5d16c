// Arguments of all kinds: promoted integers, floating point, pointers, structs in registers and in memory, __int128.
#include <assert.h>
#include <stdarg.h>

struct small {
  int number;
  double weight;
};
struct pair {
  long a, b;
};
struct large {
  long words[3];
  char tag;
};

static void check(const char *first, ...) {
  va_list arguments;
  va_start(arguments, first);
  assert(va_arg(arguments, int) == 'x');
  assert(va_arg(arguments, double) == 1.5);
  assert(va_arg(arguments, long double) == 2.5L);
  assert(*va_arg(arguments, int *) == 7);
  struct small small = va_arg(arguments, struct small);
  assert(small.number == 3 && small.weight == 0.25);
  struct large large = va_arg(arguments, struct large);
  assert(large.words[2] == 12 && large.tag == 't');
  assert(va_arg(arguments, unsigned long) == ~0UL);
  assert(va_arg(arguments, __int128) == ((__int128)5 << 64) + 6);
  struct pair pair = va_arg(arguments, struct pair);
  assert(pair.a == 1 && pair.b == 2);
  assert(va_arg(arguments, long double) == 4.5L);
  assert(va_arg(arguments, short *) == 0);
  va_end(arguments);
}

int main(void) {
  int seven = 7;
  struct small small = {3, 0.25};
  struct large large = {{10, 11, 12}, 't'};
  struct pair pair = {1, 2};
  check("first", 'x', 1.5f, 2.5L, &seven, small, large, ~0UL, ((__int128)5 << 64) + 6, pair, 4.5L, (short *)0);
  return 0;
}
