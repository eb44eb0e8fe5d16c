// tick() may write through the pointer that keep() was given.
#include <assert.h>

void keep(int *pointer);
void tick(int count);

static int x;

int main(void) {
  keep(&x);
  x = 0;
  tick(1);
  assert(x == 1);
  return 0;
}
