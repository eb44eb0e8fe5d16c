// The thread detaches itself and is detached by its creator: the later one of the two is wrong.
#include <pthread.h>

static void *run(void *argument) {
  pthread_detach(pthread_self());
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_detach(thread);
  pthread_exit(0);
}
