// pthread_self is the same number everywhere in a thread and differs between threads.
#include <assert.h>
#include <pthread.h>
pthread_t mainThread, seen;

void *worker(void *arg) {
  (void)arg;
  seen = pthread_self();
  assert(!pthread_equal(seen, mainThread));
  return 0;
}

int main(void) {
  pthread_t t;
  mainThread = pthread_self();
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(pthread_equal(t, seen));
  assert(pthread_equal(mainThread, pthread_self()));
  return 0;
}
