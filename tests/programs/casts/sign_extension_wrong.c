// Wrong: plain char is signed on x86, so a byte of 0xff is not 255.
#include <assert.h>

int main(void) {
  char c = (char)0xff;
  int value = c;
  assert(value == 0xff);
  return 0;
}
