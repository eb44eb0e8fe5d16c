// A lock-free stack of nodes 1 to 3, linked by their numbers in `next`, with compare-and-swap on `top`. One thread
// pushes each node once, another pops.
// Safe: no node is pushed twice, so an unchanged top means an unchanged stack, and no node is popped twice.
#include <assert.h>
#include <pthread.h>

#define NODES 3

int top, next[NODES + 1], popped[NODES + 1];

void *pusher(void *arg) {
  for (int node = 1; node <= NODES; node++) {
    int old;
    do {
      old = top;
      next[node] = old;
    } while (!__sync_bool_compare_and_swap(&top, old, node));
  }
  return arg;
}

void *popper(void *arg) {
  for (int i = 0; i < NODES; i++) {
    int old, below;
    do {
      old = top;
      if (old == 0)
        return arg;
      below = next[old];
    } while (!__sync_bool_compare_and_swap(&top, old, below));
    assert(popped[old] == 0);
    popped[old] = 1;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int at = top;
  while (at != 0) {
    assert(popped[at] == 0);
    at = next[at];
  }
  return 0;
}
