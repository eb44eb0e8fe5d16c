// free of a pointer that was never initialised.
#include <stdlib.h>

int main(void) {
  int *kept = malloc(sizeof *kept);
  int *pointer;
  free(pointer);
  free(kept);
  return 0;
}
