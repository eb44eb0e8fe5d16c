// A pointer to main's copy works in another thread; static locals can be thread-local too.
#include <assert.h>
#include <pthread.h>

static int *place(void) {
  static _Thread_local int own;
  return &own;
}

static void *worker(void *argument) {
  int *mains = argument;
  assert(mains != place() && *place() == 0);
  *mains = 3;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, place());
  pthread_join(thread, 0);
  assert(*place() == 3);
  return 0;
}
