// The creator may still be starting the other thread, or joining it.
#include <pthread.h>
pthread_t t;

void *worker(void *arg) {
  pthread_testcancel();
  return arg;
}

void *canceller(void *arg) {
  pthread_cancel(t);
  return arg;
}

int main(void) {
  pthread_t u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, canceller, 0);
  pthread_join(u, 0);
  pthread_join(t, 0);
  return 0;
}
