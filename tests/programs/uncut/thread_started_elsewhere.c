// start() may run the function in a thread, and finish() wait for it.
#include <assert.h>

int start(unsigned long *thread, void (*function)(void *argument), void *argument);
int finish(unsigned long *thread);

static int done;
static void worker(void *argument) {
  (void)argument;
  done = 1;
}

int main(void) {
  unsigned long thread;
  start(&thread, worker, 0);
  finish(&thread);
  assert(done);
  return 0;
}
