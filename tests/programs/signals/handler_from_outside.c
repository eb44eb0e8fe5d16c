// As raise_calls_the_handler.c, but another process may send the signal at any time.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t handled;

static void on_signal(int number) { handled = number; }

int main(void) {
  assert(signal(SIGUSR1, on_signal) == SIG_DFL);
  assert(raise(SIGUSR1) == 0);
  assert(handled == SIGUSR1);
  assert(signal(SIGUSR1, SIG_IGN) == on_signal);
  handled = 0;
  raise(SIGUSR1);
  assert(handled == 0);
  return 0;
}
