// run() may write through the pointer that watch() was given.
#include <assert.h>

void watch(int *value);
void run(void);

int main(void) {
  int value = 0;
  watch(&value);
  value = 1;
  run();
  assert(value == 1);
  return 0;
}
