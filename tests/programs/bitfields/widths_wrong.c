// Wrong: a 3-bit counter cannot hold 8.
#include <assert.h>

struct counter {
  unsigned value : 3;
};

int main(void) {
  struct counter c = {0};
  for (int i = 0; i < 8; i++)
    c.value++;
  assert(c.value == 8);
  return 0;
}
