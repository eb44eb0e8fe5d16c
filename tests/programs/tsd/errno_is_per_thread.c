// errno belongs to the thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

void *worker(void *arg) {
  errno = ENOENT;
  return arg;
}

int main(void) {
  pthread_t t;
  errno = EBUSY;
  pthread_create(&t, 0, worker, 0);
  assert(errno == EBUSY);
  pthread_join(t, 0);
  assert(errno == EBUSY);
  return 0;
}
