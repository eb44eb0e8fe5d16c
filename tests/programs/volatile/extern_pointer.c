// What a volatile pointer that is defined elsewhere points to is not known, but it is no variable of this program.
#include <assert.h>
extern int *volatile elsewhere;
static int x;
int main(void) {
  int *p = elsewhere;
  if (p)
    *p = 1;
  assert(x == 0);
  return 0;
}
