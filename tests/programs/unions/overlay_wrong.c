// Wrong: writing one member of a union changes the others.
#include <assert.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  w.whole = 0xff;
  w.bytes[1] = 1;
  assert(w.whole == 0xff);
  return 0;
}
