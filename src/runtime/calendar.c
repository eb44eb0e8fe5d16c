// Calendar time. The fields of a broken-down time are any values in their ranges, whatever the time is; the
// zone is always UTC. strftime writes them exactly. localtime and gmtime share one object in each program, as in C
// libraries: threads that use it at the same time race.
#include "formatting.h"
#include "heddle.h"

unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);

// glibc's struct tm.
struct tm {
  int seconds, minutes, hours;
  int dayOfMonth, month, year;
  int dayOfWeek, dayOfYear;
  int isSummerTime;
  long offset;
  const char *zone;
};

static int anyBelow(unsigned bound) { return (int)(__VERIFIER_nondet_uint() % bound); }

static struct tm *fill(const long *time, struct tm *result) {
  __heddle_touch(time, sizeof *time);
  result->seconds = anyBelow(61);
  result->minutes = anyBelow(60);
  result->hours = anyBelow(24);
  result->dayOfMonth = 1 + anyBelow(31);
  result->month = anyBelow(12);
  result->year = anyBelow(1000);
  result->dayOfWeek = anyBelow(7);
  result->dayOfYear = anyBelow(366);
  result->isSummerTime = anyBelow(2);
  result->offset = 0;
  result->zone = "UTC";
  return result;
}

struct tm *localtime_r(const long *time, struct tm *result) { return fill(time, result); }
struct tm *gmtime_r(const long *time, struct tm *result) { return fill(time, result); }

static struct tm common;
struct tm *localtime(const long *time) { return fill(time, &common); }
struct tm *gmtime(const long *time) { return fill(time, &common); }

// Any time, and its fields in their ranges; -1 if there is none.
long mktime(struct tm *time) {
  __heddle_touch(time, sizeof *time);
  const long result = __VERIFIER_nondet_long();
  if (result != -1)
    fill(&result, time);
  return result;
}

void tzset(void) {}

// The number that a conversion prints; -1 for other conversions.
static int numberOf(char conversion, const struct tm *time) {
  if (conversion == 'Y')
    return 1900 + time->year;
  if (conversion == 'y')
    return time->year % 100;
  if (conversion == 'm')
    return time->month + 1;
  if (conversion == 'd')
    return time->dayOfMonth;
  if (conversion == 'H')
    return time->hours;
  if (conversion == 'M')
    return time->minutes;
  if (conversion == 'S')
    return time->seconds;
  return -1;
}

// If the text does not fit, the result is 0, and what has been written is not specified.
heddle_size strftime(char *text, heddle_size size, const char *format, const struct tm *time) {
  enum { ZERO_PADDED = 16 };
  heddle_size at = 0;
  const char *outer = 0; // where the format continues after an abbreviation
  for (;;) {
    const char c = *format++;
    if (c == 0 && !outer)
      break;
    if (c == 0) {
      format = outer;
      outer = 0;
      continue;
    }
    const char conversion = c == '%' ? *format++ : '%';
    if (conversion == '%') {
      at = __heddle_put(text, size, at, c);
    } else if (conversion == 'F' || conversion == 'T') {
      outer = format;
      format = conversion == 'F' ? "%Y-%m-%d" : "%H:%M:%S";
    } else {
      const int number = numberOf(conversion, time);
      if (number < 0)
        __heddle_exceeded("this conversion of strftime");
      at = __heddle_put_unsigned(text, size, at, (unsigned)number, 10, conversion == 'Y' ? 4 : 2, -1, ZERO_PADDED);
    }
  }
  __heddle_put_end(text, size, at);
  return at < size ? at : 0;
}
