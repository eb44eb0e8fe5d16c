// snprintf and sprintf format numbers, characters and strings as C defines it.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static void check(const char *text, const char *expected) { assert(strcmp(text, expected) == 0); }

int main(void) {
  char text[32];
  assert(sprintf(text, "%d,%i", 0, -120) == 6);
  check(text, "0,-120");
  assert(snprintf(text, sizeof text, "%5u|%-5u|%05d|%+d|% d", 7U, 7U, -42, 3, 4) == 23);
  check(text, "    7|7    |-0042|+3| 4");
  snprintf(text, sizeof text, "%x %X %#x %o %#o %llx", 255U, 255U, 255U, 8U, 8U, 1ULL << 40);
  check(text, "ff FF 0xff 10 010 10000000000");
  snprintf(text, sizeof text, "%c%3c%-3c|%s%5s%-5s|%.2s", 'a', 'b', 'c', "x", "yz", "w", "long");
  check(text, "a  bc  |x   yzw    |lo");
  snprintf(text, sizeof text, "%.3d %5.2d %hhd %ld %%", 5, 5, 300, -1L);
  check(text, "005    05 44 -1 %");
  return 0;
}
