// A handler may run at any time, which is not followed.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t stopped;

static void stop(int number) {
  (void)number;
  stopped = 1;
}

int main(void) {
  signal(SIGINT, stop);
  assert(!stopped);
  return 0;
}
