// A barrier for no thread at all is refused.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_barrier_t barrier;
  assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
  assert(pthread_barrier_init(&barrier, 0, 1) == 0);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_barrier_destroy(&barrier);
  return 0;
}
