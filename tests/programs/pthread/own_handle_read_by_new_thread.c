// POSIX does not promise that the creator has stored the new thread's handle when the thread starts.
#include <pthread.h>
pthread_t t;
int same;

void *worker(void *arg) {
  (void)arg;
  same = pthread_equal(t, pthread_self());
  return 0;
}

int main(void) {
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
