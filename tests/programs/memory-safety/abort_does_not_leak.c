// After abort() there is no check for leaks.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p = 0;
  if (!p)
    abort();
  return 0;
}
