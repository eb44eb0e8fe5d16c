// struct timespec as the models see it, and how functions with a timeout read it.
#ifndef HEDDLE_TIMES_H
#define HEDDLE_TIMES_H

#include "errors.h"
#include "heddle.h"

struct timespec {
  long seconds;
  long nanoseconds;
};

static inline void heddle_read_time(const struct timespec *time) {
  __heddle_touch(&time->seconds, sizeof time->seconds);
  __heddle_touch(&time->nanoseconds, sizeof time->nanoseconds);
}

// POSIX: the timeout need not be valid if the lock is taken without waiting.
static inline int heddle_timed(int result, const struct timespec *timeout) {
  if (result == ETIMEDOUT)
    heddle_read_time(timeout);
  return result;
}

#endif
