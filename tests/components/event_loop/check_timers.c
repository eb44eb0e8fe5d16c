// Another thread posts a tick. Two timers expire with it, the older one first; a third one is left and freed.
#include "event_loop.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int order;

static void first(struct event_loop *loop, void *argument) {
  (void)loop;
  (void)argument;
  assert(order++ == 0);
}

static void second(struct event_loop *loop, void *argument) {
  (void)argument;
  assert(order++ == 1);
  event_loop_stop(loop);
}

static void never(struct event_loop *loop, void *argument) {
  (void)loop;
  (void)argument;
  assert(0);
}

static void tick(struct event_loop *loop, void *argument) {
  (void)argument;
  event_loop_tick(loop);
}

static void *post_tick(void *loop) {
  event_loop_post(loop, tick, NULL);
  return NULL;
}

int main(void) {
  struct event_loop *loop = event_loop_create();
  if (!loop)
    return 1;
  event_loop_add_timer(loop, 2, never, NULL);
  event_loop_add_timer(loop, 1, first, NULL);
  event_loop_add_timer(loop, 1, second, NULL);
  pthread_t clock;
  pthread_create(&clock, NULL, post_tick, loop);
  event_loop_run(loop);
  event_loop_destroy(loop);
  pthread_join(clock, NULL);
  assert(order == 2);
  return 0;
}
