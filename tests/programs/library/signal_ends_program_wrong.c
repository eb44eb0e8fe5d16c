// Wrong: the signal is ignored.
#include <assert.h>
#include <signal.h>

int main(void) {
  signal(SIGTERM, SIG_IGN);
  raise(SIGTERM);
  assert(0);
  return 0;
}
