// The node is filled after it was pushed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static _Atomic(struct node *) top;

static void push(struct node *n, int value) {
  struct node *old = atomic_load(&top);
  do {
    n->next = old;
  } while (!atomic_compare_exchange_weak(&top, &old, n));
  n->value = value;
}

static void *pusher(void *arg) {
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof(struct node));
    if (n)
      push(n, i);
  }
  return NULL;
}

static void *walker(void *arg) {
  int sum = 0;
  for (struct node *n = atomic_load(&top); n; n = n->next)
    sum += n->value;
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, pusher, NULL);
  pthread_create(&b, NULL, pusher, NULL);
  pthread_create(&c, NULL, walker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
