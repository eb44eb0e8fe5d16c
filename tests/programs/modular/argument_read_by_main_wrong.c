// Main reads the argument while the thread may use it.
#include <pthread.h>
#include <stdlib.h>

struct work {
  pthread_mutex_t mutex;
  int count;
};

void *worker(void *argument) {
  struct work *work = argument;
  pthread_mutex_lock(&work->mutex);
  work->count++;
  pthread_mutex_unlock(&work->mutex);
  pthread_mutex_destroy(&work->mutex);
  free(work);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    struct work *work = malloc(sizeof *work);
    if (!work)
      exit(1);
    pthread_mutex_init(&work->mutex, 0);
    work->count = 0;
    pthread_create(&threads[i], 0, worker, work);
    if (work->count)
      exit(2);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
