// What a thread wrote is seen after pthread_join.
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
  pthread_join(t, 0);
  if (x != 1)
    reach_error();
  return 0;
}
