// Two files: the variable and its functions are in counter_module.c.
#include "counter_module.h"

#include <assert.h>

static int step = 3; // another `step` than the one in counter_module.c

int main(void) {
  increase();
  increase();
  assert(counter == 2 && step == 3 && limits[1] == 20);
  counter = 5;
  assert(current() == 5);
  return 0;
}
