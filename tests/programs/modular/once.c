// The routine runs once, before every return of pthread_once.
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int data;

void initialise(void) { data = 1; }

void *worker(void *argument) {
  pthread_once(&once, initialise);
  return (void *)(long)data;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
  }
}
