// Main allocates an argument for each thread, which changes and frees it while others run.
#include <pthread.h>
#include <stdlib.h>

struct work {
  int first, last;
};

void *worker(void *argument) {
  struct work *work = argument;
  while (work->first < work->last)
    work->first++;
  free(work);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    struct work *work = malloc(sizeof *work);
    if (!work)
      exit(1);
    work->first = 0;
    work->last = 1;
    pthread_create(&threads[i], 0, worker, work);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
