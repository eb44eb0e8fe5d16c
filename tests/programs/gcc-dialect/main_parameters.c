// Wrong: gcc accepts any parameters of main, and this one is not always zero.
#include <assert.h>

int main(unsigned char count) {
  assert(count == 0);
  return 0;
}
