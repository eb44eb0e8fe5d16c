// As in glibc, the creator stores the handle before the new thread starts, so reading it there is no race.
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
