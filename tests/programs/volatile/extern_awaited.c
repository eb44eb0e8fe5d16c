// Waiting for a volatile object that is defined elsewhere may end.
#include <assert.h>
extern volatile int ready;
int main(void) {
  while (!ready)
    ;
  assert(1);
  return 0;
}
