// The same by returning.
#include <pthread.h>

_Atomic(int *) shared;

static void *worker(void *argument) {
  int local = 1;
  shared = &local;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (!shared)
    ;
  int value = *shared;
  pthread_join(thread, 0);
  return value - 1;
}
