// A struct with padding is passed, returned and assigned although the padding was never written.
#include <assert.h>

struct record {
  char tag;
  int value;
};
struct nested {
  struct record records[2];
  char last;
};

static struct record twice(struct record r) {
  r.value *= 2;
  return r;
}

static int sum(struct nested n) { return n.records[0].value + n.records[1].value + n.last; }

int main(void) {
  struct record r;
  r.tag = 'x';
  r.value = 4;
  struct record doubled = twice(r);
  assert(doubled.tag == 'x' && doubled.value == 8);
  struct nested n;
  n.records[0] = r;
  n.records[1] = twice(doubled);
  n.last = 1;
  assert(sum(n) == 21);
  return 0;
}
