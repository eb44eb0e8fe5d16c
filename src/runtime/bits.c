// The functions of <strings.h> on single bits.
#include "heddle.h"

int ffs(int number) { return number == 0 ? 0 : __builtin_ctz((unsigned)number) + 1; }
int ffsl(long number) { return number == 0 ? 0 : __builtin_ctzl((unsigned long)number) + 1; }
int ffsll(long long number) { return number == 0 ? 0 : __builtin_ctzll((unsigned long long)number) + 1; }
