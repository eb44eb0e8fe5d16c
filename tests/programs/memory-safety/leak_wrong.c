// The only pointer to an object is overwritten.
#include <stdlib.h>
int *p;

int main(void) {
  p = malloc(sizeof *p);
  p = 0;
  return 0;
}
