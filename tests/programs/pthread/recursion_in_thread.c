// Recursion inside of a thread function.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static intptr_t factorial(intptr_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }

void *worker(void *arg) { return (void *)factorial((intptr_t)arg); }

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, worker, (void *)4);
  pthread_join(t, &result);
  assert((intptr_t)result == 24);
  return 0;
}
