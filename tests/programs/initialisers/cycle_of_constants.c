// Initial values that lead back to themselves, through constant and external variables.
#include <assert.h>

struct node {
  const struct node *next;
  int *value;
};

int number = 1;
extern const struct node b;
const struct node a = {&b, &number};
const struct node b = {&a, &number};

int main(void) {
  assert(a.next->next == &a && b.next->next == &b);
  return 0;
}
