// After dynRec of Table 1 of "Symbolic Pruning of Concurrent Program Executions", which the paper does not print: each
// of N threads but the last creates the next one, and counts by recursion. The first one raises the level for a moment.
// Unsafe: the last one may read the level at this moment. A depth-first search, which changes the last choice first,
// tries the orders in which all of them count before.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif
#define DEPTH 3

int level, seen, total;

void count(int depth) {
  if (depth == 0)
    return;
  int old = total;
  total = old + 1;
  count(depth - 1);
}

void *worker(void *arg) {
  int number = *(int *)arg;
  int next = number + 1;
  pthread_t child;
  if (next < N)
    pthread_create(&child, 0, worker, &next);
  if (number == 0) {
    level = 1;
    level = 0;
  }
  if (next == N && level == 1)
    seen = 1;
  count(DEPTH);
  if (next < N)
    pthread_join(child, 0);
  return arg;
}

int main(void) {
  pthread_t first;
  int number = 0;
  pthread_create(&first, 0, worker, &number);
  pthread_join(first, 0);
  assert(seen == 0);
  return 0;
}
