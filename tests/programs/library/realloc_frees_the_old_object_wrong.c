// The old pointer is not valid after realloc.
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  char *q = realloc(p, 2);
  *p = 1;
  free(q);
  return 0;
}
