// reset() has no body: it may write globals, so nothing about `x` is proved unless the user assumes that it does not.
#include <assert.h>

void reset(void);

int x = 1;

int main(void) {
  reset();
  assert(x == 1);
  return 0;
}
