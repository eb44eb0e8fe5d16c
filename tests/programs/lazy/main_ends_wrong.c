// Main does not wait for its thread: when main returns, the program ends.
// Unsafe: the thread may get to its assertion before that.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg) {
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 1;
  return 0;
}
