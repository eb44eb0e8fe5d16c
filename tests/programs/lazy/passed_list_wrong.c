// Main allocates two nodes in a list and passes it to a thread, which adds an input to both values.
// Unsafe: main looks at the values before the thread has ended.
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
  unsigned difference = second->value - first->value;
  pthread_join(t, 0);
  assert(difference == 2);
  free(first);
  free(second);
  return 0;
}
