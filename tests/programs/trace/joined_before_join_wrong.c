// The join is undefined after another one, and valid in the other order.
#include <pthread.h>

extern void reach_error(void);

pthread_t worker;

void *work(void *arg) { return arg; }

void *join_first(void *arg) {
  pthread_join(worker, 0);
  return arg;
}

void *join(void *arg) {
  pthread_join(worker, 0);
  reach_error();
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&first, 0, join_first, 0);
  pthread_create(&second, 0, join, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
