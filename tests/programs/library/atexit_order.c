// Handlers of atexit run in reverse order.
#include <assert.h>
#include <stdlib.h>
int x;

void runsLast(void) { assert(x == 2); }

void runsFirst(void) {
  assert(x == 1);
  x = 2;
}

int main(void) {
  atexit(runsLast);
  atexit(runsFirst);
  x = 1;
  exit(0);
}
