// After fa02 of Table 1 of "Symbolic Pruning of Concurrent Program Executions", which the paper does not print: N
// accesses to a shared variable that are irrelevant follow two increments that are relevant.
// Unsafe: one of the increments may be lost, in another order of the same events. A depth-first search, which changes
// the last choice first, tries every position of the two reads among the N writes before.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

int count, progress, seen;

void *writer(void *arg) {
  int old = count;
  count = old + 1;
  for (int i = 1; i <= N; i++)
    progress = i;
  return arg;
}

void *reader(void *arg) {
  int old = count;
  count = old + 1;
  int first = progress;
  int second = progress;
  seen = second - first;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2);
  return 0;
}
