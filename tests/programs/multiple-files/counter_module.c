// The other half of counter.c and counter_wrong.c.
#include "counter_module.h"

int counter;
const int limits[2] = {10, 20};
static int step = 1;

void increase(void) { counter += step; }
int current(void) { return counter; }
