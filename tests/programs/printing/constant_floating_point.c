// Constants that are formatted exactly.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16];
  printf("%f\n", 1.5);
  assert(snprintf(text, sizeof text, "%.1f", 1.5) == 3 && strcmp(text, "1.5") == 0);
  assert(sprintf(text, "%+6.2e|%p", -0.125, (void *)0) == 15 && strcmp(text, "-1.25e-01|(nil)") == 0);
  return 0;
}
