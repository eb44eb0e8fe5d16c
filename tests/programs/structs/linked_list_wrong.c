// Wrong: the loop that frees a list reads each node after it was freed.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  for (struct node *node = list; node; node = node->next)
    free(node);
  return 0;
}
