// An increment of an _Atomic variable is one step.
#include <pthread.h>
extern void reach_error(void);
_Atomic int x;

void *worker(void *arg) {
  x++;
  x += 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 4)
    reach_error();
  return 0;
}
