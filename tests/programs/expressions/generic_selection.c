// _Generic chooses by type, _Static_assert is checked by the compiler, typeof and sizeof do not evaluate.
#include <assert.h>

#define KIND(x) _Generic((x), int: 1, unsigned: 2, long: 3, double: 4, char *: 5, default: 6)

_Static_assert(sizeof(int) == 4, "int has 32 bits");

int main(void) {
  char text[] = "t";
  int i = 0;
  assert(KIND(i) == 1 && KIND(1U) == 2 && KIND(i + 1L) == 3 && KIND(1.0f * 1.0) == 4 && KIND(&text[0]) == 5);
  assert(KIND('c') == 1 && KIND((char)1) == 6 && KIND((short)1 + (short)1) == 1);
  __typeof__(i++) copy = 5;
  assert(i == 0 && copy == 5 && _Alignof(double) == 8);
  return 0;
}
