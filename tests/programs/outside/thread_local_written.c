// Once it is written, the value is known.
#include <assert.h>

extern _Thread_local int level;

int main(void) {
  level = 5;
  assert(level == 5);
}
