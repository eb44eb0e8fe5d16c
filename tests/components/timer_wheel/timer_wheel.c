// A hashed timing wheel (Varghese and Lauck, SOSP 1987, scheme 6): a timer is in the slot of its deadline modulo the
// number of slots, so a tick passes over those that have more turns to go.
//
// The lock is not held during a callback. All that wheel_cancel has to know then is in the wheel: `firing` names the
// timer by its address, and wheel_tick does not touch a timer again once its callback has started, since the callback
// may have released it.
#include "timer_wheel.h"

#include <errno.h>
#include <stdlib.h>

static void list_clear(struct wheel_link *head) { head->next = head->previous = head; }

static bool list_is_empty(const struct wheel_link *head) { return head->next == head; }

static void list_append(struct wheel_link *head, struct wheel_link *link) {
  link->previous = head->previous;
  link->next = head;
  head->previous->next = link;
  head->previous = link;
}

static void list_remove(struct wheel_link *link) {
  link->previous->next = link->next;
  link->next->previous = link->previous;
  list_clear(link);
}

static struct wheel_timer *timer_of(struct wheel_link *link) {
  return (struct wheel_timer *)((char *)link - offsetof(struct wheel_timer, link));
}

int wheel_init(struct timer_wheel *wheel, size_t slots) {
  wheel->slots = malloc(slots * sizeof *wheel->slots);
  if (!wheel->slots)
    return ENOMEM;
  int error = pthread_mutex_init(&wheel->lock, NULL);
  if (error) {
    free(wheel->slots);
    return error;
  }
  error = pthread_cond_init(&wheel->callback_ended, NULL);
  if (error) {
    pthread_mutex_destroy(&wheel->lock);
    free(wheel->slots);
    return error;
  }
  wheel->now = 0;
  wheel->pending = 0;
  wheel->firing = NULL;
  wheel->slot_count = slots;
  for (size_t i = 0; i < slots; i++)
    list_clear(&wheel->slots[i]);
  return 0;
}

int wheel_destroy(struct timer_wheel *wheel) {
  pthread_mutex_lock(&wheel->lock);
  bool busy = wheel->pending > 0 || wheel->firing;
  pthread_mutex_unlock(&wheel->lock);
  if (busy)
    return EBUSY;
  pthread_cond_destroy(&wheel->callback_ended);
  pthread_mutex_destroy(&wheel->lock);
  free(wheel->slots);
  return 0;
}

void wheel_timer_prepare(struct wheel_timer *timer, void (*callback)(struct wheel_timer *timer)) {
  list_clear(&timer->link);
  timer->deadline = 0;
  timer->pending = false;
  timer->callback = callback;
}

/// Takes the timer out of its list, if it is in one. The lock is held.
static bool disarm(struct timer_wheel *wheel, struct wheel_timer *timer) {
  if (!timer->pending)
    return false;
  list_remove(&timer->link);
  timer->pending = false;
  wheel->pending--;
  return true;
}

void wheel_arm(struct timer_wheel *wheel, struct wheel_timer *timer, unsigned ticks) {
  pthread_mutex_lock(&wheel->lock);
  disarm(wheel, timer);
  timer->deadline = wheel->now + ticks + 1;
  timer->pending = true;
  wheel->pending++;
  list_append(&wheel->slots[timer->deadline % wheel->slot_count], &timer->link);
  pthread_mutex_unlock(&wheel->lock);
}

bool wheel_cancel(struct timer_wheel *wheel, struct wheel_timer *timer) {
  pthread_mutex_lock(&wheel->lock);
  bool was_pending = disarm(wheel, timer);
#if defined(WRONG_NO_WAIT)
  // The callback may still be running.
#elif defined(WRONG_SPURIOUS)
  if (wheel->firing == timer && !pthread_equal(wheel->ticker, pthread_self()))
    pthread_cond_wait(&wheel->callback_ended, &wheel->lock);
  disarm(wheel, timer);
#else
  while (wheel->firing == timer && !pthread_equal(wheel->ticker, pthread_self())) {
    pthread_cond_wait(&wheel->callback_ended, &wheel->lock);
#ifndef WRONG_REARMED
    // The callback may have armed the timer again in the meantime.
    was_pending |= disarm(wheel, timer);
#endif
  }
#endif
  pthread_mutex_unlock(&wheel->lock);
  return was_pending;
}

/// Runs the callback of a timer that has just been taken out of its list. The lock is held, but not during the
/// callback.
static void fire(struct timer_wheel *wheel, struct wheel_timer *timer) {
  wheel->firing = timer;
  wheel->ticker = pthread_self();
#ifdef WRONG_LOCK_IN_CALLBACK
  timer->callback(timer);
#else
  void (*callback)(struct wheel_timer *timer) = timer->callback;
  pthread_mutex_unlock(&wheel->lock);
  callback(timer);
  pthread_mutex_lock(&wheel->lock);
#endif
  wheel->firing = NULL;
  pthread_cond_broadcast(&wheel->callback_ended);
}

size_t wheel_tick(struct timer_wheel *wheel) {
  size_t fired = 0;
  struct wheel_link due;
  list_clear(&due);

  pthread_mutex_lock(&wheel->lock);
  wheel->now++;
  struct wheel_link *slot = &wheel->slots[wheel->now % wheel->slot_count];
#ifdef WRONG_NEXT
  // The next timer may be cancelled and released during a callback.
  (void)due;
  for (struct wheel_link *link = slot->next, *next; link != slot; link = next) {
    next = link->next;
    struct wheel_timer *timer = timer_of(link);
    if (timer->deadline != wheel->now)
      continue;
    disarm(wheel, timer);
    fire(wheel, timer);
    fired++;
  }
#else
  // The timers that are due get a list of their own, so that timers that callbacks arm for a later turn are not met.
  // They are still pending there: each can be cancelled until it is its turn.
  for (struct wheel_link *link = slot->next, *next; link != slot; link = next) {
    next = link->next;
    if (timer_of(link)->deadline != wheel->now)
      continue;
    list_remove(link);
    list_append(&due, link);
  }
  while (!list_is_empty(&due)) {
    struct wheel_timer *timer = timer_of(due.next);
    disarm(wheel, timer);
    fire(wheel, timer);
    fired++;
  }
#endif
  pthread_mutex_unlock(&wheel->lock);
  return fired;
}

size_t wheel_pending(struct timer_wheel *wheel) {
  pthread_mutex_lock(&wheel->lock);
  size_t pending = wheel->pending;
  pthread_mutex_unlock(&wheel->lock);
  return pending;
}
