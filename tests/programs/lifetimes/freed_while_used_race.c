// Ending a thread frees its stack, which races with an unordered access of another thread.
#include <pthread.h>

int *_Atomic shared;

static void *worker(void *argument) {
  int local[2] = {0, 0};
  shared = local;
  pthread_exit(argument);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (!shared)
    ;
  shared[1] = 5;
  pthread_join(thread, 0);
  return 0;
}
