// Pointers to pointers: a list is changed in place without a special case for its head.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

static void removeValue(struct node **list, int value) {
  while (*list && (*list)->value != value)
    list = &(*list)->next;
  if (*list)
    *list = (*list)->next;
}

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
  struct node *list = &a;
  const int gone = __VERIFIER_nondet_uchar() % 4;
  removeValue(&list, gone);
  int sum = 0;
  for (struct node *n = list; n; n = n->next)
    sum += n->value;
  assert(sum == 6 - gone);
  return 0;
}
