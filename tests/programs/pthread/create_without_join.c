// Without pthread_join the thread's write may come too late, and races with the read.
#include <pthread.h>
extern void reach_error(void);
int x;

void *worker(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (x != 1)
    reach_error();
  return 0;
}
