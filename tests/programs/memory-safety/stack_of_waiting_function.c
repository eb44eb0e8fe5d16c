// The function that owns the variable waits for the thread.
#include <pthread.h>

void *worker(void *arg) {
  *(int *)arg = 1;
  return 0;
}

static int start(void) {
  pthread_t t;
  int local = 0;
  pthread_create(&t, 0, worker, &local);
  pthread_join(t, 0);
  return local;
}

int main(void) { return start() - 1; }
