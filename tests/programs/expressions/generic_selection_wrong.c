// Wrong: a character constant is an int in C.
#include <assert.h>

int main(void) {
  assert(_Generic('c', char: 1, default: 0));
  return 0;
}
