// The links of the list combine two addresses: points-to analysis does not follow them.
#include <assert.h>
#include <stdint.h>

struct node {
  uintptr_t link;
  int value;
} a, b, c;

int main(void) {
  a.link = (uintptr_t)&b;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  c.link = (uintptr_t)&b;
  struct node *last = (struct node *)(b.link ^ (uintptr_t)&a);
  last->value = 1;
  assert(c.value == 0);
  return 0;
}
