// Wrong: the only values of a signed bit-field of one bit are 0 and -1.
#include <assert.h>

struct fields {
  signed ready : 1;
};

int main(void) {
  struct fields f = {0};
  f.ready = -1;
  assert(f.ready == 1);
  return 0;
}
