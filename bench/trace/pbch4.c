// After pBch4 of Table 1 of "Symbolic Pruning of Concurrent Program Executions", which the paper does not print: the
// threads of its Figure 1, and then N accesses to a shared variable, which decide branches but not the assertion.
// Unsafe: if both threads read 0 first, both write 2. No other order of the events of an execution in which one thread
// runs before the other does that: another branch has to be taken.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

int x, y, progress, high;

void *foo(void *arg) {
  int a = y;
  if (a == 0) {
    x = 1;
    a = x + 1;
    x = a;
  } else {
    x = 0;
  }
  for (int i = 1; i <= N; i++)
    progress = i;
  return arg;
}

void *bar(void *arg) {
  int b = x;
  if (b == 0) {
    y = 1;
    b = y + 1;
    y = b;
  } else {
    y = 0;
  }
  if (progress > N / 2)
    high++;
  if (progress > N / 2)
    high++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, foo, 0);
  pthread_create(&b, 0, bar, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != y);
  return 0;
}
