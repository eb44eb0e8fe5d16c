// Character classes, and numbers out of strings.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  char *end;
  char c = '7';
  assert(isdigit(c) && !isalpha(c) && isxdigit(c) && isspace('\n') && toupper('q') == 'Q' && tolower('Q') == 'q');
  assert(atoi(" -12x") == -12);
  assert(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
  errno = 0;
  assert(strtoul("99999999999999999999", &end, 10) == (unsigned long)-1 && errno == ERANGE);
  assert(abs(-3) == 3 && labs(-4L) == 4);
  return 0;
}
