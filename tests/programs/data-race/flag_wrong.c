// A plain flag between two threads is a race even if every value is harmless.
#include <pthread.h>
int stop;

void *worker(void *arg) {
  stop = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  while (!stop)
    ;
  pthread_join(t, 0);
  return 0;
}
