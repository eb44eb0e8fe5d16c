// A clock may stand anywhere.
#include <time.h>
extern void reach_error(void);

int main(void) {
  if (time(0) % 2 == 0)
    reach_error();
  return 0;
}
