// getchar gives any byte or the end of file.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int c = getchar();
  if (c == EOF && getchar() == 255)
    reach_error();
  return 0;
}
