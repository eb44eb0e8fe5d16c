// _Exit may be called in a handler, and handlers may register others.
#include <assert.h>
#include <stdlib.h>
int state;
void second(void) {
  assert(state == 1);
  _Exit(0);
}
void first(void) {
  state = 1;
  atexit(second);
}
int main(void) {
  atexit(first);
  return 0;
}
