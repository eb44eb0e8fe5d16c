// The thread detaches itself, before or after main begins to wait for it.
#include <pthread.h>

static void *run(void *argument) {
  pthread_detach(pthread_self());
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return 0;
}
