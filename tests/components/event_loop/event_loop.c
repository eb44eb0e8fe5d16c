#define _GNU_SOURCE // pipe2
#include "event_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct event {
  event_callback run;
  void *argument;
  struct event *next;
};

struct timer {
  unsigned expires;
  event_callback run;
  void *argument;
  struct timer *next;
};

/// A pipe that a thread can sleep on, beside other descriptors if there were some. It is raised if there is a byte in
/// it.
struct wakeup {
  int ends[2];
};

struct event_loop {
  struct wakeup wakeup;

  pthread_mutex_t lock; // protects the queue of events and `stopped`
  struct event *first;
  struct event *last;
  bool stopped;
#ifdef WRONG_PENDING
  size_t pending;
#else
  atomic_size_t pending;
#endif

  // Of the thread of the loop alone.
  unsigned now;
  struct timer *timers; // sorted by `expires`; of equal ones, the oldest first
};

// The wake-up pipe

static bool wakeup_init(struct wakeup *wakeup) { return pipe2(wakeup->ends, O_NONBLOCK | O_CLOEXEC) == 0; }

static void wakeup_destroy(struct wakeup *wakeup) {
  close(wakeup->ends[0]);
  close(wakeup->ends[1]);
}

/// A pipe that is full is raised already.
static void wakeup_raise(struct wakeup *wakeup) {
  const char byte = 0;
  while (write(wakeup->ends[1], &byte, 1) == -1 && errno == EINTR)
    ;
}

static void wakeup_lower(struct wakeup *wakeup) {
  char bytes[4];
  while (read(wakeup->ends[0], bytes, sizeof bytes) == sizeof bytes)
    ;
}

/// Sleeps until the pipe is raised, and lowers it.
static void wakeup_wait(struct wakeup *wakeup) {
  struct pollfd polled = {.fd = wakeup->ends[0], .events = POLLIN};
  while (poll(&polled, 1, -1) == -1 && errno == EINTR)
    ;
  wakeup_lower(wakeup);
}

// Events

struct event_loop *event_loop_create(void) {
  struct event_loop *loop = malloc(sizeof *loop);
  if (!loop)
    return NULL;
  if (!wakeup_init(&loop->wakeup)) {
    free(loop);
    return NULL;
  }
  pthread_mutex_init(&loop->lock, NULL);
  loop->first = NULL;
  loop->last = NULL;
  loop->stopped = false;
  loop->pending = 0;
  loop->now = 0;
  loop->timers = NULL;
  return loop;
}

int event_loop_post(struct event_loop *loop, event_callback run, void *argument) {
  struct event *event = malloc(sizeof *event);
  if (!event)
    return ENOMEM;
  *event = (struct event){run, argument, NULL};
  pthread_mutex_lock(&loop->lock);
  if (loop->stopped) {
    pthread_mutex_unlock(&loop->lock);
#ifndef WRONG_LEAK
    free(event);
#endif
    return ESHUTDOWN;
  }
  if (loop->last)
    loop->last->next = event;
  else
    loop->first = event;
  loop->last = event;
  loop->pending++;
  // The pipe is raised before the unlock: after it, the loop may execute the event, stop and be destroyed.
#ifdef WRONG_RAISE_LATE
  pthread_mutex_unlock(&loop->lock);
  wakeup_raise(&loop->wakeup);
#else
  wakeup_raise(&loop->wakeup);
  pthread_mutex_unlock(&loop->lock);
#endif
  return 0;
}

/// Takes all events that are queued, so that events that callbacks post wait for the next round.
static struct event *take_events(struct event_loop *loop, bool *stopped) {
  pthread_mutex_lock(&loop->lock);
  struct event *events = loop->first;
  loop->first = NULL;
  loop->last = NULL;
  *stopped = loop->stopped;
  pthread_mutex_unlock(&loop->lock);
  return events;
}

static void execute_events(struct event_loop *loop, struct event *events) {
  while (events) {
    struct event *event = events;
    events = event->next;
    event->run(loop, event->argument);
    loop->pending--;
    free(event);
  }
}

void event_loop_run(struct event_loop *loop) {
  bool stopped = false;
  while (!stopped) {
    wakeup_wait(&loop->wakeup);
    struct event *events = take_events(loop, &stopped);
#ifdef WRONG_LOWER_LATE
    // Loses the wake-up of an event that was posted since the events were taken.
    wakeup_lower(&loop->wakeup);
#endif
    execute_events(loop, events);
  }
}

void event_loop_stop(struct event_loop *loop) {
  pthread_mutex_lock(&loop->lock);
  loop->stopped = true;
  wakeup_raise(&loop->wakeup);
  pthread_mutex_unlock(&loop->lock);
}

size_t event_loop_pending(struct event_loop *loop) { return loop->pending; }

// Timers

int event_loop_add_timer(struct event_loop *loop, unsigned ticks, event_callback run, void *argument) {
  struct timer *timer = malloc(sizeof *timer);
  if (!timer)
    return ENOMEM;
  *timer = (struct timer){loop->now + ticks, run, argument, NULL};
  struct timer **at = &loop->timers;
  // The difference is right also when the time has wrapped around.
  while (*at && (int)((*at)->expires - timer->expires) <= 0)
    at = &(*at)->next;
  timer->next = *at;
  *at = timer;
  return 0;
}

void event_loop_tick(struct event_loop *loop) {
  loop->now++;
  while (loop->timers && (int)(loop->timers->expires - loop->now) <= 0) {
    struct timer *timer = loop->timers;
    loop->timers = timer->next; // before the callback, which may add timers
    timer->run(loop, timer->argument);
    free(timer);
  }
}

void event_loop_destroy(struct event_loop *loop) {
  if (!loop)
    return;
  while (loop->first) {
    struct event *event = loop->first;
    loop->first = event->next;
    free(event);
  }
  while (loop->timers) {
    struct timer *timer = loop->timers;
    loop->timers = timer->next;
    free(timer);
  }
  pthread_mutex_destroy(&loop->lock);
  wakeup_destroy(&loop->wakeup);
  free(loop);
}
