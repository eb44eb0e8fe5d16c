// Another thread stops the loop. What main has posted is executed if and only if it was accepted.
#include "event_loop.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int executed;

static void execute(struct event_loop *loop, void *argument) {
  (void)loop;
  ++*(int *)argument;
}

static void *run(void *loop) {
  event_loop_run(loop);
  return NULL;
}

static void *stop(void *loop) {
  event_loop_stop(loop);
  return NULL;
}

int main(void) {
  struct event_loop *loop = event_loop_create();
  if (!loop)
    return 1;
  pthread_t runner, stopper;
  pthread_create(&runner, NULL, run, loop);
  pthread_create(&stopper, NULL, stop, loop);
  int error = event_loop_post(loop, execute, &executed);
  assert(error == 0 || error == ESHUTDOWN);
  pthread_join(stopper, NULL);
  assert(event_loop_post(loop, execute, &executed) == ESHUTDOWN);
  pthread_join(runner, NULL);
  assert(executed == (error == 0));
  event_loop_destroy(loop);
  return 0;
}
