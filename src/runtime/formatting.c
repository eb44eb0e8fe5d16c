// What printf and its relatives do with strings and, for output to memory, with numbers. The front end expands each
// call (src/frontend/formatted_output.hpp) into calls of these functions, one for each conversion that matters.
//
// The functions that put something take the place and size of the output, as snprintf does, and the number of
// characters so far, and return the new number. Nothing is written from the last byte of the place on, but everything
// counts. A place of size 0 only counts.
#include "formatting.h"

enum { LEFT_ALIGNED = 1, SHOWS_PLUS = 2, SHOWS_SPACE = 4, ALTERNATIVE = 8, ZERO_PADDED = 16, CAPITALS = 32 };

// At most `most` bytes of a string; all of it if that is negative.
void __heddle_read_text(const char *text, int most) {
  for (int i = 0; i != most && text[i] != 0; ++i)
    ;
}

void __heddle_read_wide_text(const int *text, int most) {
  for (int i = 0; i != most && text[i] != 0; ++i)
    ;
}

heddle_size __heddle_put(char *text, heddle_size size, heddle_size at, char byte) {
  if (at + 1 < size)
    text[at] = byte;
  return at + 1;
}

void __heddle_put_end(char *text, heddle_size size, heddle_size at) {
  if (size != 0)
    text[at < size ? at : size - 1] = 0;
}

static heddle_size pad(char *text, heddle_size size, heddle_size at, int count, char byte) {
  for (; count > 0; --count)
    at = __heddle_put(text, size, at, byte);
  return at;
}

// A negative width, which only an argument can give, is a flag and a width.
static int widthOf(int width, int *flags) {
  if (width >= 0)
    return width;
  *flags |= LEFT_ALIGNED;
  return -width;
}

heddle_size __heddle_put_byte(char *text, heddle_size size, heddle_size at, int byte, int width, int flags) {
  const int padding = widthOf(width, &flags) - 1;
  if ((flags & LEFT_ALIGNED) == 0)
    at = pad(text, size, at, padding, ' ');
  at = __heddle_put(text, size, at, (char)byte);
  return (flags & LEFT_ALIGNED) != 0 ? pad(text, size, at, padding, ' ') : at;
}

heddle_size __heddle_put_text(char *text, heddle_size size, heddle_size at, const char *source, int most, int width,
                              int flags) {
  const int atLeast = widthOf(width, &flags);
  if (atLeast > 0 && (flags & LEFT_ALIGNED) == 0) {
    int length = 0;
    while (length != most && source[length] != 0)
      ++length;
    at = pad(text, size, at, atLeast - length, ' ');
  }
  int length = 0;
  for (; length != most && source[length] != 0; ++length)
    at = __heddle_put(text, size, at, source[length]);
  return (flags & LEFT_ALIGNED) != 0 ? pad(text, size, at, atLeast - length, ' ') : at;
}

static char digitOf(unsigned value, int flags) {
  if (value < 10)
    return (char)('0' + value);
  return (char)(((flags & CAPITALS) != 0 ? 'A' : 'a') + (value - 10));
}

static heddle_size putNumber(char *text, heddle_size size, heddle_size at, unsigned long long value, unsigned base,
                             char sign, int width, int precision, int flags) {
  char digits[24];
  int length = 0;
  const _Bool isZero = value == 0;
  for (; value != 0; value /= base)
    digits[length++] = digitOf((unsigned)(value % base), flags);
  const _Bool hasPrefix = base == 16 && (flags & ALTERNATIVE) != 0 && !isZero;
  int zeros = (precision < 0 ? 1 : precision) - length;
  if (base == 8 && (flags & ALTERNATIVE) != 0 && zeros <= 0 && (length == 0 || digits[length - 1] != '0'))
    zeros = 1;
  if (zeros < 0)
    zeros = 0;
  int padding = widthOf(width, &flags) - length - zeros - (sign != 0) - 2 * hasPrefix;
  if ((flags & ZERO_PADDED) != 0 && (flags & LEFT_ALIGNED) == 0 && precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if ((flags & LEFT_ALIGNED) == 0)
    at = pad(text, size, at, padding, ' ');
  if (sign != 0)
    at = __heddle_put(text, size, at, sign);
  if (hasPrefix) {
    at = __heddle_put(text, size, at, '0');
    at = __heddle_put(text, size, at, (flags & CAPITALS) != 0 ? 'X' : 'x');
  }
  at = pad(text, size, at, zeros, '0');
  while (length != 0)
    at = __heddle_put(text, size, at, digits[--length]);
  return (flags & LEFT_ALIGNED) != 0 ? pad(text, size, at, padding, ' ') : at;
}

heddle_size __heddle_put_signed(char *text, heddle_size size, heddle_size at, long long value, int width, int precision,
                                int flags) {
  char sign = 0;
  if (value < 0)
    sign = '-';
  else if ((flags & SHOWS_PLUS) != 0)
    sign = '+';
  else if ((flags & SHOWS_SPACE) != 0)
    sign = ' ';
  const unsigned long long magnitude = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
  return putNumber(text, size, at, magnitude, 10, sign, width, precision, flags);
}

heddle_size __heddle_put_unsigned(char *text, heddle_size size, heddle_size at, unsigned long long value, int base,
                                  int width, int precision, int flags) {
  return putNumber(text, size, at, value, (unsigned)base, 0, width, precision, flags);
}
