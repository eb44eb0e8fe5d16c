// Only the start of an object can be freed.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p++;
  free(p);
  return 0;
}
