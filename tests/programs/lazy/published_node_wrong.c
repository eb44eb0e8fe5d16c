// A thread allocates a node, publishes it and fills it in; another looks for it for ever.
// Unsafe: the other thread may see the node before its second field is written.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int key, value;
};

int __VERIFIER_nondet_int(void);

struct node *published;

void *publisher(void *arg) {
  struct node *n = malloc(sizeof *n);
  int key = __VERIFIER_nondet_int();
  n->key = key;
  published = n;
  n->value = key ^ 1;
  return arg;
}

void *reader(void *arg) {
  while (1) {
    struct node *n = published;
    if (n) {
      int key = n->key;
      assert(n->value == (key ^ 1));
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, publisher, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
