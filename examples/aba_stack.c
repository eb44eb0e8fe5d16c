// The ABA problem: a stack without locks whose compare-and-swap is fooled by a value that came back.
//
// Wrong. The slow thread reads that node 0 is on top and node 1 below it. Meanwhile the quick one pops
// both and pushes node 0 again: the top is node 0, as before, so the slow thread's compare-and-swap
// succeeds and makes node 1 the top, which the quick thread still owns.
//
//   heddle verify aba_stack.c   false: a node is on the stack and in another thread's hands
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define EMPTY (-1)

static atomic_int top = 0; // node 0 on top of node 1
static atomic_int below[2] = {1, EMPTY};
static atomic_int owned[2];

static int pop(void) {
  int node = top;
  do {
    if (node == EMPTY)
      return EMPTY;
  } while (!atomic_compare_exchange_strong(&top, &node, below[node]));
  assert(!owned[node]);
  owned[node] = 1;
  return node;
}

static void push(int node) {
  owned[node] = 0;
  int next = top;
  do
    below[node] = next;
  while (!atomic_compare_exchange_strong(&top, &next, node));
}

static void *slow(void *argument) {
  (void)argument;
  pop();
  return 0;
}

static void *quick(void *argument) {
  (void)argument;
  const int node = pop();
  pop();
  if (node != EMPTY)
    push(node);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, slow, 0);
  pthread_create(&second, 0, quick, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pop();
  return 0;
}
