// Nothing is wrong, but Heddle does not format floating-point numbers.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[16];
  printf("%f\n", 1.5);
  assert(snprintf(text, sizeof text, "%.1f", 1.5) == 3);
  return 0;
}
