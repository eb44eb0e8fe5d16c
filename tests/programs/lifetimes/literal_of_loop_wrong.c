// Each iteration of a loop body has its own literal. The pointer is to the one of the iteration before.
#include <pthread.h>

struct job {
  int first, last;
};
int sum;

void *worker(void *arg) {
  struct job *previous = 0;
  for (int i = 0; i < 2; i++) {
    if (previous)
      sum += previous->first;
    previous = &(struct job){i, i};
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
