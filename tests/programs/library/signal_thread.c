// A thread that waits for signals.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;

static void *worker(void *argument) {
  int number;
  (void)argument;
  sigwait(&set, &number);
  assert(number == SIGINT || number == SIGTERM);
  return 0;
}

int main(void) {
  pthread_t thread;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
