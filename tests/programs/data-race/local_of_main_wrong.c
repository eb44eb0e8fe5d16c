// A local variable is shared once its address is passed on.
#include <pthread.h>

void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, 0, worker, &local);
  int seen = local;
  pthread_join(t, 0);
  return seen > 1;
}
