// A list on the heap: built, reversed, summed and freed.
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = list;
  return node;
}

static struct node *reverse(struct node *list) {
  struct node *result = 0;
  while (list) {
    struct node *next = list->next;
    list->next = result;
    result = list;
    list = next;
  }
  return result;
}

int main(void) {
  struct node *list = 0;
  for (int i = 1; i <= 4; i++)
    list = push(list, i);
  list = reverse(list);
  int expected = 1;
  while (list) {
    assert(list->value == expected++);
    struct node *next = list->next;
    free(list);
    list = next;
  }
  assert(expected == 5);
  return 0;
}
