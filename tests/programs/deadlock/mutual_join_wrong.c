// Two threads wait for each other's end.
#include <pthread.h>
pthread_t mainThread;

void *worker(void *arg) {
  pthread_join(mainThread, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  mainThread = pthread_self();
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
