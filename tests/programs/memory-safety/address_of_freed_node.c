// A stack without protection against the ABA problem: the exchange may take a new node for an old one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static struct node *_Atomic top;

static void push(void) {
  struct node *node = malloc(sizeof *node);
  struct node *old = top;
  do
    node->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, node));
}

static void *replace(void *unused) {
  struct node *old = atomic_exchange(&top, 0);
  free(old);
  push();
  return unused;
}

int main(void) {
  push();
  pthread_t thread;
  pthread_create(&thread, 0, replace, 0);
  struct node *seen = top;
  pthread_join(thread, 0);
  assert(!atomic_compare_exchange_strong(&top, &seen, 0) || seen != 0);
  return 0;
}
