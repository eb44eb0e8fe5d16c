// Once it is written, the pointer is known.
#include <assert.h>

extern int *p;
int x;

int main(void) {
  p = &x;
  *p = 1;
  assert(x == 1 && *p == 1);
}
