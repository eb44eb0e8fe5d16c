// Main ends the program without waiting: in an execution in which main goes first, the other thread does nothing at
// all.
// Unsafe: the other thread may be faster.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg) {
  x = 1;
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  return 0;
}
