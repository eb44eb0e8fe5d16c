// Timers on a wheel: arming and cancelling take constant time, and a tick looks only at the timers of one slot.
//
// The memory of a timer belongs to its user and may be released once wheel_cancel has returned.
#ifndef TIMER_WHEEL_H
#define TIMER_WHEEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wheel_link {
  struct wheel_link *next, *previous;
};

struct wheel_timer {
  struct wheel_link link; // in a slot, or in the list of due timers
  uint64_t deadline;      // in ticks
  bool pending;
  void (*callback)(struct wheel_timer *timer);
};

struct timer_wheel {
  pthread_mutex_t lock;
  pthread_cond_t callback_ended;
  uint64_t now;
  size_t pending;
  struct wheel_timer *firing; // whose callback is running; null if none
  pthread_t ticker;           // the thread that runs it
  size_t slot_count;
  struct wheel_link *slots;
};

/// 0 or ENOMEM. Ticks are cheap if there are about as many slots as timers; `slots` is at least 1.
int wheel_init(struct timer_wheel *wheel, size_t slots);

/// 0, or EBUSY if a timer is pending or its callback is running; the wheel can still be used then.
int wheel_destroy(struct timer_wheel *wheel);

/// A timer is prepared once, before it is first armed. The callback runs in the thread that calls wheel_tick, without a
/// lock; it may arm and cancel timers, and release its own.
void wheel_timer_prepare(struct wheel_timer *timer, void (*callback)(struct wheel_timer *timer));

/// Arms the timer, again if it is pending. It fires at the tick after `ticks` others.
void wheel_arm(struct timer_wheel *wheel, struct wheel_timer *timer, unsigned ticks);

/// Returns when the timer is not pending and its callback is not running, also if the callback has armed it again (a
/// callback that cancels its own timer does not wait for itself). True if the timer was pending.
bool wheel_cancel(struct timer_wheel *wheel, struct wheel_timer *timer);

/// Advances the time by one tick and runs the callbacks of the timers that are due. One thread at a time may call it.
/// Returns how many callbacks have run.
size_t wheel_tick(struct timer_wheel *wheel);

size_t wheel_pending(struct timer_wheel *wheel);

#endif
