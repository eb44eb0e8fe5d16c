// Sets of signals, masks, and signals that are ignored.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

int main(void) {
  sigset_t set, old;
  assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGINT) == 0 && sigaddset(&set, SIGTERM) == 0);
  assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGHUP) == 0);
  assert(sigdelset(&set, SIGTERM) == 0 && sigismember(&set, SIGTERM) == 0 && sigaddset(&set, 65) == -1);
  assert(pthread_sigmask(SIG_BLOCK, &set, &old) == 0 && sigismember(&old, SIGINT) == 0);
  assert(pthread_sigmask(SIG_BLOCK, 0, &old) == 0 && sigismember(&old, SIGINT) == 1);
  assert(sigprocmask(SIG_UNBLOCK, &set, 0) == 0);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
  struct sigaction action = {0};
  action.sa_handler = SIG_IGN;
  assert(sigaction(SIGUSR1, &action, 0) == 0);
  assert(raise(SIGUSR1) == 0 && raise(SIGPIPE) == 0 && pthread_kill(pthread_self(), SIGUSR1) == 0);
  return 0;
}
