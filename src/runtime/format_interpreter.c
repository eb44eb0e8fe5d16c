// Formatted output with a format that is not known when the call is lowered, such as that of an event of a logger: the
// format is read when it is used, character by character, with the arguments in a va_list. It does what the expansion
// of a known format does (src/frontend/formatted_output.hpp), with the same functions.
#include "formatting.h"

enum { LEFT_ALIGNED = 1, SHOWS_PLUS = 2, SHOWS_SPACE = 4, ALTERNATIVE = 8, ZERO_PADDED = 16, CAPITALS = 32 };

static int flagOf(char c) {
  return c == '-'   ? LEFT_ALIGNED
         : c == '+' ? SHOWS_PLUS
         : c == ' ' ? SHOWS_SPACE
         : c == '#' ? ALTERNATIVE
         : c == '0' ? ZERO_PADDED
                    : 0;
}

static int isDigit(char c) { return c >= '0' && c <= '9'; }

// The number of characters of the output, of which `size` bytes are kept at `text`. If the output goes to a stream
// (`isKept` is 0), its characters do not matter.
heddle_size __heddle_put_by_format(char *text, heddle_size size, const char *format, void *list, int isKept) {
  __builtin_va_list *const arguments = list;
  heddle_size at = 0;
  for (; *format != 0; ++format) {
    if (*format != '%') {
      at = __heddle_put(text, size, at, *format);
      continue;
    }
    ++format;
    int flags = 0;
    for (; flagOf(*format) != 0; ++format)
      flags |= flagOf(*format);
    int numbers[2] = {0, -1}; // the width and the precision
    for (int i = 0; i < 2; ++i) {
      if (i == 1 && *format != '.')
        break;
      if (i == 1) {
        ++format;
        numbers[1] = 0;
      }
      if (*format == '*') {
        ++format;
        numbers[i] = __builtin_va_arg(*arguments, int);
      }
      for (; isDigit(*format); ++format)
        numbers[i] = 10 * numbers[i] + (*format - '0');
    }
    int isLong = 0; // 1: long, size_t, ptrdiff_t; 2: long long
    int isShort = 0;
    for (;; ++format) {
      if (*format == 'l')
        ++isLong;
      else if (*format == 'z' || *format == 't')
        isLong = 1;
      else if (*format == 'j' || *format == 'q')
        isLong = 2;
      else if (*format == 'h')
        ++isShort;
      else
        break;
    }
    const char conversion = *format;
    const int isSigned = conversion == 'd' || conversion == 'i';
    if (conversion == '%') {
      at = __heddle_put(text, size, at, '%');
    } else if (conversion == 's' && isLong == 0) {
      at = __heddle_put_text(text, size, at, __builtin_va_arg(*arguments, const char *), numbers[1], numbers[0], flags);
    } else if (conversion == 'c' && isLong == 0) {
      at = __heddle_put_byte(text, size, at, __builtin_va_arg(*arguments, int), numbers[0], flags);
    } else if (isSigned || conversion == 'u' || conversion == 'x' || conversion == 'X' || conversion == 'o') {
      long long value = isLong == 0   ? __builtin_va_arg(*arguments, int)
                        : isLong == 1 ? __builtin_va_arg(*arguments, long)
                                      : __builtin_va_arg(*arguments, long long);
      if (!isKept)
        continue;
      if (isShort != 0)
        __heddle_exceeded("a short number in a format that is not a string literal");
      if (isSigned) {
        at = __heddle_put_signed(text, size, at, value, numbers[0], numbers[1], flags);
        continue;
      }
      const unsigned long long number = isLong == 0   ? (unsigned)value
                                        : isLong == 1 ? (unsigned long)value
                                                      : (unsigned long long)value;
      const int base = conversion == 'u' ? 10 : conversion == 'o' ? 8 : 16;
      at = __heddle_put_unsigned(text, size, at, number, base, numbers[0], numbers[1],
                                 conversion == 'X' ? flags | CAPITALS : flags);
    } else if (conversion == 'p' && !isKept) {
      (void)__builtin_va_arg(*arguments, void *);
    } else if ((conversion == 'f' || conversion == 'g' || conversion == 'e') && !isKept) {
      (void)__builtin_va_arg(*arguments, double);
    } else {
      __heddle_exceeded("this conversion in a format that is not a string literal");
    }
  }
  if (isKept)
    __heddle_put_end(text, size, at);
  return at;
}
