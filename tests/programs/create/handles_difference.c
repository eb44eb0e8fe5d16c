// Handles of joined threads are subtracted, and the difference decides.
#include <assert.h>
#include <pthread.h>
#include <string.h>
void *worker(void *arg) { return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(b, 0);
  switch (a - b) {
  case 0:
    break;
  default:
    assert(0);
  }
  return 0;
}
