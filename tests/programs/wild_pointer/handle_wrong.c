// pthread_create stores the handle through a pointer that was never initialised.
#include <pthread.h>
int shared;

void *worker(void *arg) {
  shared = 1;
  return arg;
}

int main(void) {
  pthread_t *thread;
  pthread_create(thread, 0, worker, 0);
  return 0;
}
