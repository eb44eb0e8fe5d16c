// A thread begins with the mask of its creator at that time.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *thread(void *expected) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, 0, &now);
  assert(sigismember(&now, SIGTERM) == *(int *)expected);
  return 0;
}

int main(void) {
  static int yes = 1, no = 0;
  pthread_t first, second;
  sigset_t set;
  pthread_create(&first, 0, thread, &no);
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&second, 0, thread, &yes);
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
