// A spin lock from a plain flag: the test and the set are two steps.
#include <pthread.h>
extern void reach_error(void);
int locked, x;

void *worker(void *arg) {
  while (locked)
    ;
  locked = 1;
  x++;
  locked = 0;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
