// A thread that ends the program ends the waiting of all others.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg) {
  exit(0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
