// Two reads do not race; the writes are ordered by create and join.
#include <pthread.h>
int x;

void *worker(void *arg) {
  int seen = x;
  (void)seen;
  return arg;
}

int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, worker, 0);
  int seen = x;
  (void)seen;
  pthread_join(t, 0);
  x = 2;
  return 0;
}
