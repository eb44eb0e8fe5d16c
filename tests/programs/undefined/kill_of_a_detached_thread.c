// The thread may have ended, and its handle with it: no proof.
#include <pthread.h>
#include <signal.h>

void *worker(void *arg) {
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_detach(t);
  pthread_kill(t, 0);
  return 0;
}
