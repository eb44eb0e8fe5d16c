// The routine runs again in another thread, in glibc and musl, which is not followed.
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;

void routine(void) {
  if (++runs == 1)
    pthread_exit(0);
}

void *worker(void *arg) {
  pthread_once(&once, routine);
  return arg;
}

int main(void) {
  pthread_t t;
  for (int i = 0; i < 2; ++i) {
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
  }
  assert(runs == 1);
  return 0;
}
