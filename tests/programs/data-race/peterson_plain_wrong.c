// Peterson's algorithm with plain variables excludes under sequential consistency, and is full of races.
#include <pthread.h>
extern void reach_error(void);
int wants[2], turn, inside;

static void enter(int me) {
  wants[me] = 1;
  turn = 1 - me;
  while (wants[1 - me] && turn == 1 - me)
    ;
  inside++;
  if (inside != 1)
    reach_error();
  inside--;
  wants[me] = 0;
}

void *worker(void *arg) {
  enter(1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  enter(0);
  pthread_join(t, 0);
  return 0;
}
