// The routine has returned when the thread ends by pthread_exit.
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;
void routine(void) { ++runs; }
void *worker(void *arg) {
  pthread_once(&once, routine);
  pthread_exit(arg);
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(runs == 1);
  return 0;
}
