// Wrong: a member that was never written is carried along by value, and may be anything.
#include <assert.h>

struct record {
  unsigned char tag;
  unsigned char value;
};

static struct record make(void) {
  struct record r;
  r.tag = 1;
  return r;
}

static int check(struct record r) { return r.tag == 1 && r.value != 77; }

int main(void) {
  assert(check(make()));
  return 0;
}
