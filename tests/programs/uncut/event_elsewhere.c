// Each function is called by one thread only, but wait_event() may wait for post_event().
#include <assert.h>
#include <pthread.h>

void wait_event(void);
void post_event(void);

static int x;

static void *worker(void *argument) {
  x = 1;
  post_event();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  wait_event();
  assert(x == 1);
  pthread_join(thread, 0);
  return 0;
}
