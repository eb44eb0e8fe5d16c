// Each thread raises a signal whose handler takes a lock that the thread does not hold.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void on_signal(int number) {
  (void)number;
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
}

static void *thread(void *unused) {
  raise(SIGUSR2);
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
