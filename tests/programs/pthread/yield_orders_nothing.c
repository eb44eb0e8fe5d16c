// sched_yield neither waits for the other thread nor orders anything.
#include <pthread.h>
#include <sched.h>
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
  sched_yield();
  if (x != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}
