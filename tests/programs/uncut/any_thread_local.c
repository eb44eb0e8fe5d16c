// A thread-local variable with external linkage can be written elsewhere; one with internal linkage cannot.
#include <assert.h>

_Thread_local int visible;
static _Thread_local int hidden;
void init(void);

int main(void) {
  init();
  assert(hidden == 0);
#ifndef HIDDEN_ONLY
  assert(visible == 0);
#endif
  return 0;
}
