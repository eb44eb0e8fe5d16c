// The thread exists until it is joined, whether it has ended or not.
#include <pthread.h>

void *worker(void *arg) {
  pthread_testcancel();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}
