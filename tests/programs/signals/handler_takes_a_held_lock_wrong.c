// The handler runs in the thread that holds the lock, and waits for it for ever.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void on_signal(int number) {
  (void)number;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  signal(SIGUSR1, on_signal);
  pthread_mutex_lock(&lock);
  raise(SIGUSR1);
  pthread_mutex_unlock(&lock);
  return 0;
}
