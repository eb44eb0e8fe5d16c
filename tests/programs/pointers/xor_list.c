// A list whose nodes store the XOR of their neighbours' addresses. While it is freed, registers may hold parts of
// pointers to nodes that are gone, which the check of lazy's proofs cannot exclude.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int value;
  uintptr_t neighbours;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  struct node *second = malloc(sizeof *second);
  first->value = 1;
  first->neighbours = (uintptr_t)second;
  second->value = 2;
  second->neighbours = (uintptr_t)first;

  struct node *previous = 0;
  struct node *current = first;
  int digits = 0;
  while (current) {
    digits = digits * 10 + current->value;
    struct node *next = (struct node *)((uintptr_t)previous ^ current->neighbours);
    free(previous);
    previous = current;
    current = next;
  }
  free(previous);
  assert(digits == 12);
}
