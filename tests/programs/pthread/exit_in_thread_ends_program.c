// exit() in any thread ends the whole program: main does not come back from pthread_join.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);

void *worker(void *arg) {
  (void)arg;
  exit(0);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  reach_error();
  return 0;
}
