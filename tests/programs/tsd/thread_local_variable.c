// Each thread has its own copy of a _Thread_local variable, with its initial value.
#include <assert.h>
#include <pthread.h>
static _Thread_local int n = 5;

void *worker(void *arg) {
  n++;
  assert(n == 6);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 5);
  return 0;
}
