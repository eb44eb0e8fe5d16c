// Main ends the program without waiting: in an execution in which main goes first, the other thread does nothing at
// all.
// Safe: the assertion holds, however far the other thread gets.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg) {
  x = 1;
  assert(x == 1);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  return 0;
}
