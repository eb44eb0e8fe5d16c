// clock_gettime writes two members through a pointer that was never initialised.
#include <time.h>

int main(void) {
  struct timespec *now;
  clock_gettime(CLOCK_REALTIME, now);
  return 0;
}
