// A write after pthread_once.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int data;

void initialise(void) { data = 1; }

void *worker(void *argument) {
  pthread_once(&once, initialise);
  data++;
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
