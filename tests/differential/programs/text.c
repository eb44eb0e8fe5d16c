// Strings by hand: length, comparison, reversal, numbers to text and back.
#include "checksum.h"

static unsigned length(const char *text) {
  const char *end = text;
  while (*end)
    ++end;
  return (unsigned)(end - text);
}

static int order(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}

static char *toText(int value, int base, char *end) {
  unsigned rest = value < 0 ? 0U - (unsigned)value : (unsigned)value;
  *--end = 0;
  do
    *--end = "0123456789abcdef"[rest % (unsigned)base];
  while (rest /= (unsigned)base);
  if (value < 0)
    *--end = '-';
  return end;
}

static long toNumber(const char *text, int base) {
  long sign = 1, value = 0;
  if (*text == '-')
    sign = -1, text++;
  for (; *text; text++)
    value = value * base + (*text <= '9' ? *text - '0' : *text - 'a' + 10);
  return sign * value;
}

static void roundTrip(void) {
  static const int numbers[] = {0, 7, -1, 255, -4096, INT_MAX, INT_MIN};
  for (int i = 0; i < 7; i++) {
    for (int base = 2; base <= 16; base += 7) {
      char buffer[40];
      const char *text = toText(numbers[i], base, buffer + sizeof buffer);
      mix(length(text));
      for (const char *c = text; *c; c++)
        mix((unsigned char)*c);
      mix((unsigned long)toNumber(text, base));
    }
  }
}

static void comparisons(void) {
  static const char *const words[] = {"", "a", "ab", "b", "\xff", "abc\0hidden"};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      mix((unsigned)order(words[i], words[j]));
}

int main(void) {
  compare(0, roundTrip);
  compare(1, comparisons);
  return finish();
}
