// pthread_exit in main ends only main: the other thread goes on and can even wait for main's end.
#include <pthread.h>
extern void reach_error(void);
pthread_t mainThread;

void *worker(void *arg) {
  (void)arg;
  pthread_join(mainThread, 0);
  reach_error();
  return 0;
}

int main(void) {
  pthread_t t;
  mainThread = pthread_self();
  pthread_create(&t, 0, worker, 0);
  pthread_exit(0);
}
