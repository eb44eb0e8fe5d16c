// A thread posts an event and then one that stops the loop; main destroys the loop as soon as it has stopped, without
// waiting for that thread. Both events are executed, in order.
#include "event_loop.h"

#include <assert.h>
#include <pthread.h>

static int executed;

static void execute(struct event_loop *loop, void *argument) {
  (void)loop;
  (void)argument;
  assert(executed == 0);
  executed = 1;
}

static void stop(struct event_loop *loop, void *argument) {
  assert(executed == 1);
  assert(event_loop_pending(loop) >= 1);
  *(int *)argument = 2;
  event_loop_stop(loop);
}

static void *post(void *argument) {
  event_loop_post(argument, execute, NULL);
  event_loop_post(argument, stop, &executed);
  return NULL;
}

int main(void) {
  struct event_loop *loop = event_loop_create();
  if (!loop)
    return 1;
  pthread_t poster;
  pthread_create(&poster, NULL, post, loop);
  event_loop_run(loop);
  assert(executed == 2);
  event_loop_destroy(loop);
  pthread_join(poster, NULL);
  return 0;
}
