// Memory that a global still points to at the end is tracked: no leak.
#include <stdlib.h>
int *p;

int main(void) {
  p = malloc(sizeof *p);
  return 0;
}
