#include <pthread.h>

static void *run(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_detach(thread);
  pthread_detach(thread);
  return 0;
}
