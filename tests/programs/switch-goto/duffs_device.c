// A switch that jumps into the middle of a loop copies any number of bytes.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  const char from[10] = "abcdefghi";
  char to[10] = {0};
  int count = __VERIFIER_nondet_uchar() % 9 + 1;
  const char *source = from;
  char *target = to;
  int rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      *target++ = *source++;
    case 3:
      *target++ = *source++;
    case 2:
      *target++ = *source++;
    case 1:
      *target++ = *source++;
    } while (--rounds > 0);
  }
  for (int i = 0; i < 10; i++)
    assert(to[i] == (i < count ? from[i] : 0));
  return 0;
}
