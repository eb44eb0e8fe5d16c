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
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
