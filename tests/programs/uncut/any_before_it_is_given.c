// fill() cannot write x: only give() gets its address, and that is called later. After that, fill() may have it.
#include <assert.h>

void fill(void);
void give(int *place);
static int x;

int main(void) {
  fill();
  assert(x == 0);
  give(&x);
  return 0;
}
