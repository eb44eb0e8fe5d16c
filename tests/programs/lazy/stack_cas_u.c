// A lock-free stack of nodes 1 and 2, linked by their numbers in `next`, with compare-and-swap on `top`. One thread
// pops; the other pops twice and pushes the first node that it got again.
// Unsafe: between the first thread's look at node 1 and its swap, 1 and 2 are popped and 1 is back (ABA). The swap
// succeeds and makes 2 the top, which the other thread owns.
#include <assert.h>
#include <pthread.h>

int top = 1, next[3] = {0, 2, 0}, owned[3];

static int pop(void) {
  int old, below;
  do {
    old = top;
    if (old == 0)
      return 0;
    below = next[old];
  } while (!__sync_bool_compare_and_swap(&top, old, below));
  return old;
}

static void push(int node) {
  int old;
  do {
    old = top;
    next[node] = old;
  } while (!__sync_bool_compare_and_swap(&top, old, node));
}

void *once(void *arg) {
  pop();
  return arg;
}

void *again(void *arg) {
  int first = pop();
  int second = pop();
  owned[second] = 1;
  if (first != 0)
    push(first);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, once, 0);
  pthread_create(&b, 0, again, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int at = top;
  assert(at == 0 || owned[at] == 0);
  return 0;
}
