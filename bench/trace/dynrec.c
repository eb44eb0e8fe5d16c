// After dynRec of Table 1 of "Symbolic Pruning of Concurrent Program Executions", which the paper does not print: each
// of N threads but the last creates the next one, raises the level if it is its turn, and counts by recursion.
// Unsafe: a thread may come before the one that created it, and then it is not its turn.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif
#define DEPTH 3

int level, total;

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
  int seen = level;
  if (seen == number)
    level = next;
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
  assert(level == N);
  return 0;
}
