// The ABA problem, mended: the top carries a version number that every change increases.
//
// Right. The top may hold the same node again, but never again with the same version, so an outdated
// compare-and-swap fails.
//
//   heddle verify aba_stack_fixed.c   true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define EMPTY (-1)

struct top {
  int16_t node;
  uint16_t version;
};

static _Atomic(struct top) top; // zero: node 0 on top of node 1
static atomic_int below[2] = {1, EMPTY};
static atomic_int owned[2];

static int pop(void) {
  struct top seen = top, next;
  do {
    if (seen.node == EMPTY)
      return EMPTY;
    next.node = (int16_t)below[seen.node];
    next.version = (uint16_t)(seen.version + 1);
  } while (!atomic_compare_exchange_strong(&top, &seen, next));
  assert(!owned[seen.node]);
  owned[seen.node] = 1;
  return seen.node;
}

static void push(int node) {
  owned[node] = 0;
  struct top seen = top, next;
  do {
    below[node] = seen.node;
    next.node = (int16_t)node;
    next.version = (uint16_t)(seen.version + 1);
  } while (!atomic_compare_exchange_strong(&top, &seen, next));
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
