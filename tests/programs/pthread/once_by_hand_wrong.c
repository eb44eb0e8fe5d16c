// A flag that is tested and then set does not replace pthread_once: both threads may initialise.
#include <pthread.h>
extern void reach_error(void);
int done, count;

void *worker(void *arg) {
  (void)arg;
  if (!done) {
    done = 1;
    ++count;
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (count != 1)
    reach_error();
  return 0;
}
