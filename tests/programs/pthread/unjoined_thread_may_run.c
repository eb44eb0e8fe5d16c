// A thread that is not joined may still run before main returns.
#include <pthread.h>
extern void reach_error(void);

void *worker(void *arg) {
  (void)arg;
  reach_error();
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return 0;
}
