// memset writes one byte too many.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = malloc(3);
  memset(p, 0, 4);
  free(p);
  return 0;
}
