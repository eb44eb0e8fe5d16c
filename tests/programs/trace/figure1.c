// Figure 1 of "Symbolic Pruning of Concurrent Program Executions". If foo runs first, bar takes its else-branch, and no
// order of the events of that execution breaks the assertion. The next execution with other events is the one in which
// both read 0.
// Unsafe: then both write 2.
#include <assert.h>
#include <pthread.h>

int x, y;

void *foo(void *arg) {
  int a = y;
  if (a == 0) {
    x = 1;
    a = x + 1;
    x = a;
  } else {
    x = 0;
  }
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
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, foo, 0);
  pthread_create(&t2, 0, bar, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assert(x != y);
  return 0;
}
