// A periodic timer arms itself in its callback. After main has cancelled it, it is not pending and does not fire.
#include "timer_wheel.h"

#include <assert.h>
#include <stdlib.h>

static struct timer_wheel wheel;

static void again(struct wheel_timer *timer) { wheel_arm(&wheel, timer, 0); }

static void *tick_twice(void *unused) {
  (void)unused;
  wheel_tick(&wheel);
  wheel_tick(&wheel);
  return NULL;
}

int main(void) {
  if (wheel_init(&wheel, 2) != 0)
    return 1;
  struct wheel_timer *timer = malloc(sizeof *timer);
  if (!timer)
    return 1;
  wheel_timer_prepare(timer, again);
  wheel_arm(&wheel, timer, 0);
  pthread_t ticker;
  pthread_create(&ticker, NULL, tick_twice, NULL);
  wheel_cancel(&wheel, timer);
  free(timer);
  pthread_join(ticker, NULL);
  assert(wheel_pending(&wheel) == 0);
  int destroyed = wheel_destroy(&wheel);
  assert(destroyed == 0);
  return 0;
}
