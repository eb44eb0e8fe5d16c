// Which number a handle is, is not specified.
#include <assert.h>
#include <pthread.h>
void *worker(void *arg) { return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  assert(t == 2);
  pthread_join(t, 0);
  return 0;
}
