// The pointer is read from memory that was never initialised.
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *node = malloc(sizeof *node);
  node->next->value = 1;
  free(node);
  return 0;
}
