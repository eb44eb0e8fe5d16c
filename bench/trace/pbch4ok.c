// After pBch4ok of Table 1 of "Symbolic Pruning of Concurrent Program Executions", which the paper does not print: two
// threads, each of which N times writes a value that depends on the value written by the other.
// Safe: every branch writes, and never 0. The branches are determined once both have written, but there are
// exponentially many orders of reads and writes.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

int x, y;

void *foo(void *arg) {
  for (int i = 0; i < N; i++) {
    int a = y;
    if (a == 0)
      x = 1;
    else
      x = 2;
  }
  return arg;
}

void *bar(void *arg) {
  for (int i = 0; i < N; i++) {
    int b = x;
    if (b == 0)
      y = 1;
    else
      y = 2;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, foo, 0);
  pthread_create(&b, 0, bar, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 0 && y != 0);
  return 0;
}
