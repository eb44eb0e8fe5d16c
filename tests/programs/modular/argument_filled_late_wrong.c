// Main sets a field of the argument when the thread may already read it.
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
    pthread_create(&threads[i], 0, worker, work);
    work->last = i + 3;
  }
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], 0);
  return 0;
}
