// An event loop: one thread executes callbacks that any thread posts, and timers that expire.
//
// event_loop_run, the timers and event_loop_destroy belong to the thread of the loop; event_loop_post and
// event_loop_stop may be called from any thread, and by callbacks. The loop sleeps in a poll of its wake-up pipe:
// any number of wake-ups before the next sleep count as one, and none is lost.
#ifndef EVENT_LOOP_H
#define EVENT_LOOP_H

#include <stddef.h>

struct event_loop;

typedef void (*event_callback)(struct event_loop *loop, void *argument);

/// Null if memory or descriptors are exhausted.
struct event_loop *event_loop_create(void);

/// Has the loop execute the callback. Returns 0, ENOMEM, or ESHUTDOWN if the loop has been stopped.
int event_loop_post(struct event_loop *loop, event_callback run, void *argument);

/// Has the loop execute the callback once, after `ticks` calls of event_loop_tick. Returns 0 or ENOMEM.
int event_loop_add_timer(struct event_loop *loop, unsigned ticks, event_callback run, void *argument);

/// Advances the time of all timers, and executes those that have expired, in the order of their times.
void event_loop_tick(struct event_loop *loop);

/// Executes callbacks until the loop is stopped. What was posted before the stop is executed before it returns.
void event_loop_run(struct event_loop *loop);

/// Refuses further callbacks, and makes event_loop_run return.
void event_loop_stop(struct event_loop *loop);

/// How many callbacks have been posted and not yet executed. A hint for other threads.
size_t event_loop_pending(struct event_loop *loop);

/// Frees the loop, with callbacks and timers that are left, which are not executed. Other threads may still be about to
/// return from a post that has succeeded or from a stop, if event_loop_run has returned since; they must not begin
/// another call.
void event_loop_destroy(struct event_loop *loop);

#endif
