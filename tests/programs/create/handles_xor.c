// Whether a new thread gets the handle of a joined one is not specified: handles in an exclusive or.
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
  assert((a ^ b) == 0);
  return 0;
}
