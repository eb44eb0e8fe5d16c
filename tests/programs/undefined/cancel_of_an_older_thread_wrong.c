// The handle of the first thread, which must not be taken for that of the second one.
#include <pthread.h>

void *worker(void *arg) {
  pthread_testcancel();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_t u;
  pthread_create(&u, 0, worker, 0);
  pthread_cancel(t);
  pthread_join(u, 0);
  return 0;
}
