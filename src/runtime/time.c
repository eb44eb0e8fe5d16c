// Time: clocks show arbitrary values, and sleeping has no effect, because a thread may be delayed at every
// step anyway. Results are computed without branches, so that they can be removed where they are unused.
#include "cancellation.h"
#include "heddle.h"
#include "times.h"

_Bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);

struct timeval {
  long seconds;
  long microseconds;
};

long time(long *result) {
  const long now = __VERIFIER_nondet_long();
  if (result)
    *result = now;
  return now;
}

long clock(void) { return __VERIFIER_nondet_long(); }

int clock_gettime(int clock, struct timespec *now) {
  (void)clock;
  now->seconds = __VERIFIER_nondet_long();
  now->nanoseconds = (long)(__VERIFIER_nondet_uint() % 1000000000U);
  return 0;
}

int timespec_get(struct timespec *now, int base) {
  clock_gettime(0, now);
  return base;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  if (now) {
    now->seconds = __VERIFIER_nondet_long();
    now->microseconds = (long)(__VERIFIER_nondet_uint() % 1000000U);
  }
  return 0;
}

double difftime(long later, long earlier) { return (double)later - (double)earlier; }

// The time that remains after an interruption by a signal. A request for cancellation that comes during a sleep is one
// that has been made before it, since sleeping takes no time.
unsigned sleep(unsigned seconds) {
  heddle_cancellation_point();
  return (unsigned)(__VERIFIER_nondet_uint() % (seconds + 1ULL));
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  heddle_cancellation_point();
  return -(int)__VERIFIER_nondet_bool();
}

// An interrupted sleep writes the time that remains, if it is asked for.
static int sleepFor(const struct timespec *duration, struct timespec *remaining) {
  heddle_read_time(duration);
  heddle_cancellation_point();
  const int interrupted = __VERIFIER_nondet_bool();
  if (remaining && interrupted)
    clock_gettime(0, remaining);
  return interrupted;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining) { return -sleepFor(duration, remaining); }

// Returns an error number instead of setting errno. An absolute time leaves nothing that remains.
int clock_nanosleep(int clock, int flags, const struct timespec *duration, struct timespec *remaining) {
  (void)clock;
  return EINTR * sleepFor(duration, flags == 0 ? remaining : 0);
}
