// The handle names no thread any more.
#include <pthread.h>

void *worker(void *arg) {
  pthread_testcancel();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_cancel(t);
  return 0;
}
