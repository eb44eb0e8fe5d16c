// Both accesses come before what their threads may wait for in tick().
#include <pthread.h>

void tick(void);

static int x;

static void *worker(void *argument) {
  x = 1;
  tick();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  x = 2;
  tick();
  pthread_join(thread, 0);
  return 0;
}
