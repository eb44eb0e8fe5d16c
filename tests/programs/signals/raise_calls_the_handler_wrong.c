// The handler has run when raise() returns.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void on_signal(int number) { handled = number; }

int main(void) {
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  assert(handled == 0);
  return 0;
}
