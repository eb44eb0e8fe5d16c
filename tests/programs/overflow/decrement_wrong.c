// Wrong: counting down passes the smallest value.
#include <limits.h>

int main(void) {
  long x = LONG_MIN + 2;
  for (int i = 0; i < 3; i++)
    x--;
  return x == 0;
}
