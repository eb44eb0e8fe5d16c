// The address of the stack frame is not null, and otherwise unknown: it has no model.
#include <assert.h>

int main(void) {
  assert(__builtin_frame_address(0) != 0);
}
