// Wrong: localtime returns one object to all threads.
#include <pthread.h>
#include <time.h>

static void *worker(void *argument) {
  return localtime(argument);
}

int main(void) {
  time_t now = 0;
  pthread_t thread;
  pthread_create(&thread, 0, worker, &now);
  localtime(&now);
  pthread_join(thread, 0);
  return 0;
}
