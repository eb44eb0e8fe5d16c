// As exited_before_join_wrong.c, but the worker waits until main has read its local.
#include <assert.h>
#include <pthread.h>

_Atomic(int *) shared;
_Atomic int done;

static void leave(void) { pthread_exit(0); }

static void *worker(void *argument) {
  int local = 1;
  shared = &local;
  while (!done)
    ;
  leave();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (!shared)
    ;
  int value = *shared;
  done = 1;
  pthread_join(thread, 0);
  assert(value == 1);
  return 0;
}
