// One element too far on the heap.
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  for (int i = 0; i <= 2; i++)
    p[i] = i;
  free(p);
  return 0;
}
