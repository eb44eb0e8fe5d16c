// <stdlib.h>: absolute values, quotients, and the conversion of strings to numbers as C and POSIX define
// it, including overflow.
#include "errors.h"
#include "heddle.h"

#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
#define ULONG_MAX (LONG_MAX * 2UL + 1)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1)

int abs(int number) { return number < 0 ? -number : number; }
long labs(long number) { return number < 0 ? -number : number; }
long long llabs(long long number) { return number < 0 ? -number : number; }

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
div_t div(int number, int divisor) { return (div_t){number / divisor, number % divisor}; }
ldiv_t ldiv(long number, long divisor) { return (ldiv_t){number / divisor, number % divisor}; }
lldiv_t lldiv(long long number, long long divisor) { return (lldiv_t){number / divisor, number % divisor}; }

// The value of a digit in any base, or 99.
static unsigned digit(char byte) {
  if (byte >= '0' && byte <= '9')
    return (unsigned)(byte - '0');
  if (byte >= 'a' && byte <= 'z')
    return (unsigned)(byte - 'a') + 10;
  if (byte >= 'A' && byte <= 'Z')
    return (unsigned)(byte - 'A') + 10;
  return 99;
}

// The common part of all conversions. The absolute value may be up to `largest`, or `largestNegative`
// after a minus sign; a larger one becomes the limit, sets errno, and loses its sign if unsigned.
static unsigned long long parse(const char *text, char **end, int base, unsigned long long largest,
                                unsigned long long largestNegative, _Bool isSigned) {
  // Each byte is read where the index is tested, and compared in a branch of its own: that it is not zero shows that
  // the string does not end before the next one (engines/modular/room).
  heddle_size i = 0;
  for (;; ++i) {
    const char byte = text[i];
    if (byte == ' ')
      continue;
    if (byte < '\t')
      break;
    if (byte > '\r')
      break;
  }
  _Bool negative = 0;
  if (text[i] == '-') {
    negative = 1;
    ++i;
  } else if (text[i] == '+') {
    ++i;
  }
  if ((base == 0 || base == 16) && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X') &&
      digit(text[i + 2]) < 16) {
    i += 2;
    base = 16;
  }
  if (base == 0)
    base = text[i] == '0' ? 8 : 10;

  const unsigned long long limit = negative ? largestNegative : largest;
  unsigned long long value = 0;
  _Bool any = 0;
  _Bool tooLarge = 0;
  for (;; ++i) {
    const char byte = text[i];
    if (byte == 0)
      break;
    const unsigned d = digit(byte);
    if (d >= (unsigned)base)
      break;
    any = 1;
    if (value > (limit - d) / (unsigned)base)
      tooLarge = 1;
    else
      value = value * (unsigned)base + d;
  }
  if (end)
    *end = (char *)(any ? text + i : text);
  if (tooLarge) {
    *__errno_location() = ERANGE;
    value = limit;
    if (!isSigned)
      return value;
  }
  return negative ? 0 - value : value;
}

long strtol(const char *text, char **end, int base) {
  return (long)parse(text, end, base, LONG_MAX, LONG_MAX + 1ULL, 1);
}

long long strtoll(const char *text, char **end, int base) {
  return (long long)parse(text, end, base, LLONG_MAX, LLONG_MAX + 1ULL, 1);
}

unsigned long strtoul(const char *text, char **end, int base) {
  return (unsigned long)parse(text, end, base, ULONG_MAX, ULONG_MAX, 0);
}

unsigned long long strtoull(const char *text, char **end, int base) {
  return parse(text, end, base, ULLONG_MAX, ULLONG_MAX, 0);
}

// The names of these functions in C23 with glibc 2.38 and later.
long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }

int atoi(const char *text) { return (int)strtol(text, 0, 10); }
long atol(const char *text) { return strtol(text, 0, 10); }
long long atoll(const char *text) { return strtoll(text, 0, 10); }
