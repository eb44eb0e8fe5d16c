// Two timers are due at the same tick. Main cancels the second and releases it, whatever the ticker is doing: each
// timer either fires once or has been cancelled, and no callback sees a released timer.
#include "timer_wheel.h"

#include <assert.h>
#include <stdlib.h>

struct connection {
  struct wheel_timer timer;
  int fired;
  bool is_idle;
};

static struct timer_wheel wheel;

static void expire(struct wheel_timer *timer) {
  struct connection *connection = (struct connection *)timer; // its first member
  connection->fired++;
  connection->is_idle = true;
}

static void *tick(void *unused) {
  (void)unused;
  wheel_tick(&wheel);
  return NULL;
}

static struct connection *connect(void) {
  struct connection *connection = malloc(sizeof *connection);
  if (!connection)
    abort();
  connection->fired = 0;
  connection->is_idle = false;
  wheel_timer_prepare(&connection->timer, expire);
  wheel_arm(&wheel, &connection->timer, 0);
  return connection;
}

static void release(struct connection *connection) {
  bool cancelled = wheel_cancel(&wheel, &connection->timer);
  assert(connection->fired == (cancelled ? 0 : 1));
  free(connection);
}

int main(void) {
  if (wheel_init(&wheel, 2) != 0)
    return 1;
  struct connection *first = connect();
  struct connection *second = connect();
  pthread_t ticker;
  pthread_create(&ticker, NULL, tick, NULL);
  release(second);
  pthread_join(ticker, NULL);
  release(first);
  int destroyed = wheel_destroy(&wheel);
  assert(destroyed == 0);
  return 0;
}
