// scanf and its relatives: the format is interpreted while the input is read, as C17 7.21.6.2 defines it. The input of
// sscanf is its text. That of a stream is any bytes; a number that is read from a stream without a limit of its length
// is therefore any number, and takes any number of bytes that suffices for it, since spaces and zeros may precede it.
// What follows it is not a digit.
#include "cancellation.h"
#include "formatting.h"
#include "streams.h"

enum { END = -1, NOTHING = -2 };

_Bool __VERIFIER_nondet_bool(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
int __VERIFIER_nondet_int(void);
int getchar(void);

struct source {
  const char *text; // 0: a stream
  int next;         // of a stream: the byte that has been looked at and not taken, or NOTHING
  int taken;
  _Bool isCounted;  // `taken` is asked for
  _Bool skipsSpace; // of a stream: white space is to be skipped before the next byte
  unsigned base;    // of a stream: digits of this base have just been read to their end, or 0
};

static unsigned digitOf(int byte) {
  if (byte >= '0' && byte <= '9')
    return (unsigned)(byte - '0');
  if (byte >= 'a' && byte <= 'f')
    return (unsigned)(byte - 'a') + 10;
  if (byte >= 'A' && byte <= 'F')
    return (unsigned)(byte - 'A') + 10;
  return 99;
}

static int look(struct source *source) {
  if (source->text)
    return *source->text != 0 ? (unsigned char)*source->text : END;
  if (source->next == NOTHING) {
    source->next = getchar();
    __heddle_assume(digitOf(source->next) >= source->base);
  }
  return source->next;
}

static void take(struct source *source) {
  if (source->text)
    ++source->text;
  source->next = NOTHING;
  source->base = 0;
  ++source->taken;
}

static _Bool isSpace(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static void skipSpace(struct source *source) {
  while (isSpace(look(source)))
    take(source);
  source->skipsSpace = 0;
}

// White space in a format. That of a stream is skipped when the next byte is needed: numbers skip it by themselves.
static void skipSpaceLater(struct source *source) {
  if (source->text)
    skipSpace(source);
  source->skipsSpace = 1;
}

static void skipSpaceNow(struct source *source) {
  if (!source->text && source->skipsSpace)
    skipSpace(source);
}

enum outcome { MATCHED, MISMATCH, NO_INPUT };

struct conversion {
  int width; // 0: no limit
  char size; // as many bytes
  char specifier;
  _Bool isSuppressed;
};

static enum outcome readDigits(struct source *source, const struct conversion *conversion, unsigned base,
                               unsigned long long *value) {
  int left = conversion->width == 0 ? -1 : conversion->width;
  if (look(source) == END)
    return NO_INPUT;
  const _Bool isNegative = look(source) == '-';
  if (isNegative || look(source) == '+') {
    take(source);
    --left;
  }
  _Bool any = 0;
  if ((base == 0 || base == 16) && left != 0 && look(source) == '0') {
    take(source);
    --left;
    any = 1;
    if (left != 0 && (look(source) == 'x' || look(source) == 'X')) {
      take(source);
      --left;
      any = 0;
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0)
    base = 10;
  unsigned long long result = 0;
  for (; left != 0 && digitOf(look(source)) < base; --left) {
    result = result * base + digitOf(look(source));
    take(source);
    any = 1;
  }
  *value = isNegative ? 0 - result : result;
  return any ? MATCHED : MISMATCH;
}

// The digits that a number needs. Only comparisons with constants: a division for each digit would be hard to solve.
static int digitsOf(unsigned long long value, unsigned base) {
  int digits = 1;
  for (unsigned long long limit = base; value >= limit; limit *= base) {
    ++digits;
    if (limit > ~0ULL / base)
      break;
  }
  return digits;
}

static int least(int a, int b) { return a < b ? a : b; }

// The length of the shortest text of a number at this place. Directly after another number, it begins with a sign or
// with white space. For base 0, octal texts are never the shortest ones.
static int shortestText(const struct source *source, unsigned long long value, unsigned base) {
  int digits = digitsOf(value, base == 0 ? 10 : base);
  int negated = digitsOf(0 - value, base == 0 ? 10 : base);
  if (base == 0) {
    digits = least(digits, 2 + digitsOf(value, 16));
    negated = least(negated, 2 + digitsOf(0 - value, 16));
  }
  if (source->next != NOTHING)
    return 1 + least(digits, 1 + negated);
  return source->base != 0 ? 1 + least(digits, negated) : least(digits, 1 + negated);
}

// Takes a number from a stream in which the next byte is not known, or is white space: any number may follow. In base 0
// every number may be an octal one, and the digits that are not octal may follow it.
static enum outcome readAnyInteger(struct source *source, unsigned base, unsigned long long *value) {
  if (__VERIFIER_nondet_bool())
    return __VERIFIER_nondet_bool() ? NO_INPUT : MISMATCH;
  *value = __VERIFIER_nondet_ulonglong();
  if (source->isCounted) {
    const int length = __VERIFIER_nondet_int();
    __heddle_assume(length >= shortestText(source, *value, base) && length <= __INT_MAX__ - source->taken);
    source->taken += length;
  }
  source->next = NOTHING;
  source->skipsSpace = 0;
  source->base = base == 0 ? 8 : base;
  return MATCHED;
}

static enum outcome readInteger(struct source *source, const struct conversion *conversion, unsigned base,
                                unsigned long long *value) {
  if (!source->text && conversion->width == 0 && (source->next == NOTHING || isSpace(source->next)))
    return readAnyInteger(source, base, value);
  skipSpace(source);
  return readDigits(source, conversion, base, value);
}

static void store(void *target, char size, unsigned long long value) {
  if (size == 1)
    *(unsigned char *)target = (unsigned char)value;
  else if (size == 2)
    *(unsigned short *)target = (unsigned short)value;
  else if (size == 4)
    *(unsigned *)target = (unsigned)value;
  else
    *(unsigned long long *)target = value;
}

// The bytes between the brackets of a conversion; `set` is after the opening one.
static _Bool isInSet(const char *set, int byte) {
  const _Bool isInverted = *set == '^';
  set += isInverted;
  _Bool found = 0;
  for (_Bool isFirst = 1; *set != 0 && (*set != ']' || isFirst); isFirst = 0, ++set) {
    if (set[1] == '-' && set[2] != ']' && set[2] != 0) {
      found |= byte >= (unsigned char)set[0] && byte <= (unsigned char)set[2];
      set += 2;
    } else {
      found |= byte == (unsigned char)*set;
    }
  }
  return found != isInverted;
}

static const char *endOfSet(const char *set) {
  set += *set == '^';
  set += *set == ']';
  while (*set != 0 && *set != ']')
    ++set;
  return set;
}

// `%s`, `%c` and `%[`.
static enum outcome readText(struct source *source, const struct conversion *conversion, const char *set,
                             char *target) {
  if (conversion->specifier == 's')
    skipSpace(source);
  skipSpaceNow(source);
  if (look(source) == END)
    return NO_INPUT;
  int left = conversion->width == 0 ? (conversion->specifier == 'c' ? 1 : -1) : conversion->width;
  int length = 0;
  for (; left != 0 && look(source) != END; --left) {
    const int byte = look(source);
    if ((conversion->specifier == 's' && isSpace(byte)) || (conversion->specifier == '[' && !isInSet(set, byte)))
      break;
    take(source);
    if (target)
      target[length] = (char)byte;
    ++length;
  }
  if (conversion->specifier == 'c')
    return left == 0 ? MATCHED : NO_INPUT;
  if (length == 0)
    return MISMATCH;
  if (target)
    target[length] = 0;
  return MATCHED;
}

static _Bool mayCount(const char *format) {
  while (*format != 0 && *format != 'n')
    ++format;
  return *format != 0;
}

static int scan(struct source *source, const char *format, __builtin_va_list arguments) {
  int matched = 0;
  source->isCounted = !source->text && mayCount(format);
  for (; *format != 0; ++format) {
    if (isSpace((unsigned char)*format)) {
      skipSpaceLater(source);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      format += *format == '%';
      if (*format == '%')
        skipSpace(source);
      skipSpaceNow(source);
      if (look(source) == END)
        return matched == 0 ? END : matched;
      if (look(source) != (unsigned char)*format)
        return matched;
      take(source);
      continue;
    }
    ++format;
    struct conversion conversion = {0, 4, 0, 0};
    conversion.isSuppressed = *format == '*';
    format += conversion.isSuppressed;
    for (; *format >= '0' && *format <= '9'; ++format)
      conversion.width = 10 * conversion.width + (*format - '0');
    if (format[0] == 'h') {
      conversion.size = format[1] == 'h' ? 1 : 2;
      format += 3 - conversion.size;
    } else if (format[0] == 'l' && format[1] == 'l') {
      conversion.size = 8;
      format += 2;
    } else if (*format == 'j' || *format == 'q') {
      conversion.size = 8;
      ++format;
    } else if (*format == 'l' || *format == 'z' || *format == 't') {
      conversion.size = sizeof(long);
      ++format;
    }
    conversion.specifier = *format;
    void *target = 0;
    if (!conversion.isSuppressed)
      target = __builtin_va_arg(arguments, void *);
    enum outcome outcome = MATCHED;
    unsigned long long value = 0;
    const char *set = 0;
    switch (*format) {
    case 'n':
      skipSpaceNow(source);
      store(target, conversion.size, (unsigned long long)source->taken);
      continue;
    case 'd':
    case 'u':
      outcome = readInteger(source, &conversion, 10, &value);
      break;
    case 'i':
      outcome = readInteger(source, &conversion, 0, &value);
      break;
    case 'x':
    case 'X':
      outcome = readInteger(source, &conversion, 16, &value);
      break;
    case 'o':
      outcome = readInteger(source, &conversion, 8, &value);
      break;
    case '[':
      set = format + 1;
      format = endOfSet(set);
      outcome = readText(source, &conversion, set, target);
      break;
    case 's':
    case 'c':
      if (conversion.size == sizeof(long) && format[-1] == 'l')
        __heddle_unsupported("wide characters in formatted input");
      outcome = readText(source, &conversion, 0, target);
      break;
    default:
      __heddle_unsupported("this conversion in formatted input");
    }
    if (outcome == NO_INPUT)
      return matched == 0 ? END : matched;
    if (outcome == MISMATCH)
      return matched;
    if (conversion.isSuppressed)
      continue;
    if (conversion.specifier != 's' && conversion.specifier != 'c' && conversion.specifier != '[')
      store(target, conversion.size, value);
    ++matched;
  }
  return matched;
}

int vsscanf(const char *text, const char *format, __builtin_va_list arguments) {
  struct source source = {text, NOTHING, 0, 0, 0, 0};
  return scan(&source, format, arguments);
}

int vscanf(const char *format, __builtin_va_list arguments) {
  heddle_possible_cancellation_point();
  struct source source = {0, NOTHING, 0, 0, 0, 0};
  return scan(&source, format, arguments);
}

int vfscanf(struct file *file, const char *format, __builtin_va_list arguments) {
  (void)file;
  return vscanf(format, arguments);
}

#define SCAN(function, first)                                                                                          \
  __builtin_va_list arguments;                                                                                         \
  __builtin_va_start(arguments, format);                                                                               \
  const int result = function(first format, arguments);                                                                \
  __builtin_va_end(arguments);                                                                                         \
  return result
#define WITH(first) first,

int sscanf(const char *text, const char *format, ...) { SCAN(vsscanf, WITH(text)); }
int scanf(const char *format, ...) { SCAN(vscanf, ); }
int fscanf(struct file *file, const char *format, ...) { SCAN(vfscanf, WITH(file)); }

// The names of these functions in glibc's headers for C99 and later, and for C23.
int __isoc99_sscanf(const char *text, const char *format, ...) { SCAN(vsscanf, WITH(text)); }
int __isoc99_scanf(const char *format, ...) { SCAN(vscanf, ); }
int __isoc99_fscanf(struct file *file, const char *format, ...) { SCAN(vfscanf, WITH(file)); }
int __isoc23_sscanf(const char *text, const char *format, ...) { SCAN(vsscanf, WITH(text)); }
int __isoc23_scanf(const char *format, ...) { SCAN(vscanf, ); }
int __isoc23_fscanf(struct file *file, const char *format, ...) { SCAN(vfscanf, WITH(file)); }
int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list arguments) {
  return vsscanf(text, format, arguments);
}
