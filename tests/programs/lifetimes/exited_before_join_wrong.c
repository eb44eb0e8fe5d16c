// The worker's local dies when the worker ends, by pthread_exit in a nested call, not when it is joined.
#include <pthread.h>

_Atomic(int *) shared;
_Atomic int ended;

static void leave(void) {
  ended = 1;
  pthread_exit(0);
}

static void *worker(void *argument) {
  int local = 1;
  shared = &local;
  leave();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (!ended)
    ;
  int value = *shared;
  pthread_join(thread, 0);
  return value - 1;
}
