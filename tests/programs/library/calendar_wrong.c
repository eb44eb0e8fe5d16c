// localtime() has one result for all threads.
#include <pthread.h>
#include <time.h>

static void *thread(void *unused) {
  const time_t seconds = 0;
  localtime(&seconds);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, thread, 0);
  thread(0);
  pthread_join(other, 0);
  return 0;
}
