// main's local dies with main's pthread_exit, while the worker still uses it.
#include <pthread.h>

static void *worker(void *argument) {
  int *number = argument;
  *number = 2;
  return 0;
}

int main(void) {
  int number = 1;
  pthread_t thread;
  pthread_create(&thread, 0, worker, &number);
  pthread_exit(0);
}
