// Handlers run in the threads that have raised the signal, and race like any other code of these threads.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int count;

static void on_signal(int number) {
  (void)number;
  ++count;
}

static void *thread(void *unused) {
  pthread_kill(pthread_self(), SIGUSR2);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = on_signal};
  pthread_t other;
  sigaction(SIGUSR2, &action, 0);
  pthread_create(&other, 0, thread, 0);
  raise(SIGUSR2);
  pthread_join(other, 0);
  assert(count == 2);
  return 0;
}
