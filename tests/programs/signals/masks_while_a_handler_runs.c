// While a handler runs, its signal and those of sa_mask are blocked; SA_RESETHAND installs it for one signal only.
#include <assert.h>
#include <signal.h>

static int calls;

static void on_signal(int number) {
  sigset_t now;
  sigprocmask(SIG_BLOCK, 0, &now);
  assert(sigismember(&now, number) == 1);
  assert(sigismember(&now, SIGUSR2) == 1);
  assert(sigismember(&now, SIGTERM) == 0);
  ++calls;
}

int main(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
  struct sigaction old;
  sigset_t now;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &action, 0);
  sigaction(SIGUSR1, 0, &old);
  assert(old.sa_handler == on_signal && sigismember(&old.sa_mask, SIGUSR2) == 1);
  raise(SIGUSR1);
  assert(calls == 1);
  sigprocmask(SIG_BLOCK, 0, &now);
  assert(sigismember(&now, SIGUSR1) == 0 && sigismember(&now, SIGUSR2) == 0);
  sigaction(SIGUSR1, 0, &old);
  assert(old.sa_handler == SIG_DFL);
  return 0;
}
