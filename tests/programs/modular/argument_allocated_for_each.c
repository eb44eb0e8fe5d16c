// Main allocates an argument for each thread, fills it, and does not touch it any more; threads only read it.
#include <pthread.h>
#include <stdlib.h>

struct work {
  int first, last;
};

int sums[8];

void *worker(void *argument) {
  struct work *work = argument;
  int sum = 0;
  for (int i = work->first; i < work->last; i++)
    sum += i;
  return sum ? argument : 0;
}

int main(void) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) {
    struct work *work = malloc(sizeof *work);
    if (!work)
      exit(1);
    work->first = i;
    work->last = i + 3;
    pthread_create(&threads[i], 0, worker, work);
  }
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
  return 0;
}
