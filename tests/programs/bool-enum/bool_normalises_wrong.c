// Wrong: an even number made a char is not what the same number made a _Bool is.
#include <assert.h>
#include <stdbool.h>

int main(void) {
  int flags = 0x100;
  bool asBool = flags & 0x100;
  unsigned char asChar = (unsigned char)(flags & 0x100);
  assert(asBool == asChar);
  return 0;
}
