// Wrong: give() gets the address of x and may keep it, so fill() may write x afterwards.
#include <assert.h>

void fill(void);
void give(int *place);
static int x;

int main(void) {
  give(&x);
  x = 0;
  fill();
  assert(x == 0);
  return 0;
}
