// Cancellation of threads is not modelled: a request for it is unsupported. Programs that only prepare
// for it (set the state, offer cancellation points) run as if no thread were ever cancelled.
#include "heddle.h"

int pthread_cancel(unsigned long thread) {
  (void)thread;
  __heddle_unsupported("cancellation of threads (pthread_cancel)");
}

int pthread_setcancelstate(int state, int *old) {
  (void)state;
  if (old)
    *old = 0;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  (void)type;
  if (old)
    *old = 0;
  return 0;
}

void pthread_testcancel(void) {}
