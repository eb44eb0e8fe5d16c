// memcpy to a pointer that was never initialised, and not null.
#include <string.h>
int source[4], other[4];

int main(void) {
  int *target;
  if (target)
    memcpy(target, source, sizeof source);
  return other[0];
}
