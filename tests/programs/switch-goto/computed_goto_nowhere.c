// A goto to an address that is no label of the function is undefined behaviour.
#include <assert.h>

static void *target;

int main(void) {
  void *labels[] = {&&here};
  goto *(target ? labels[0] : target);
here:
  assert(0);
  return 0;
}
