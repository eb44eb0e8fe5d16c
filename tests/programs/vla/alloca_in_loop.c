// What alloca() makes lives until the call returns, also when it is made in a loop.
#include <alloca.h>
#include <assert.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = alloca(sizeof *node);
    node->next = list;
    node->value = i;
    list = node;
  }
  int sum = 0;
  for (; list; list = list->next)
    sum += list->value;
  assert(sum == 3);
  return 0;
}
