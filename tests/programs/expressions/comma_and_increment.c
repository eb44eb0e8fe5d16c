// The comma operator, pre- and post-increment, compound assignment, and operands that are not evaluated.
#include <assert.h>

static int numbers[4] = {1, 2, 3, 4};

int main(void) {
  int i = 0;
  int x = (i++, i += 2, i * 10);
  assert(x == 30 && i == 3);
  assert(i++ == 3 && ++i == 5 && i-- == 5 && --i == 3);
  int *p = numbers;
  assert(*p++ == 1 && *++p == 3 && (*p)++ == 3 && numbers[2] == 4 && p == &numbers[2]);
  x = 7;
  x <<= 2;
  x |= 3;
  x %= 9;
  x ^= -1;
  x -= x >> 1;
  assert(x == -2);
  assert(sizeof(i++) == 4 && i == 3);
  int a, b, c;
  a = b = c = 4;
  assert(a + b + c == 12);
  assert((1, 2) == 2 && !!5 == 1 && ~0 == -1 && -(-3) == 3);
  return 0;
}
