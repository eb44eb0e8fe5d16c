// Main allocates two nodes in a list and passes it to a thread, which adds an input to both values.
// Safe: main looks at the values again only when the thread has ended, and both have grown by the same.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  unsigned value;
  struct node *next;
};

unsigned __VERIFIER_nondet_uint(void);

void *worker(void *arg) {
  unsigned more = __VERIFIER_nondet_uint();
  for (struct node *n = arg; n; n = n->next)
    n->value = n->value + more;
  return 0;
}

int main(void) {
  pthread_t t;
  struct node *second = malloc(sizeof *second);
  second->value = 7;
  second->next = 0;
  struct node *first = malloc(sizeof *first);
  first->value = 5;
  first->next = second;
  pthread_create(&t, 0, worker, first);
  pthread_join(t, 0);
  unsigned difference = second->value - first->value;
  assert(difference == 2);
  free(first);
  free(second);
  return 0;
}
