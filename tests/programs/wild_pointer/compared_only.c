// A pointer that was never initialised is compared, but not followed.
#include <stdlib.h>
int value;

int main(void) {
  int *object = malloc(sizeof *object);
  int *pointer;
  if (pointer == object)
    value = 1;
  if (pointer == &value)
    value = 2;
  free(object);
  return 0;
}
