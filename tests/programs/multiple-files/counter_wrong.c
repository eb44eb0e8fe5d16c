// Wrong: the step is the one of counter_module.c, not the one of this file.
#include "counter_module.h"

#include <assert.h>

static int step = 3;

int main(void) {
  increase();
  assert(counter == step);
  return 0;
}
