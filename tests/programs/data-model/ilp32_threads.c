// Threads, a mutex, pointers and the heap under ILP32.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t mutex;
  int *counter;
};

static void *worker(void *argument) {
  struct job *job = argument;
  pthread_mutex_lock(&job->mutex);
  ++*job->counter;
  pthread_mutex_unlock(&job->mutex);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  struct job *job = malloc(sizeof *job);
  job->counter = calloc(1, sizeof *job->counter);
  pthread_mutex_init(&job->mutex, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, job);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(*job->counter == 2);
  pthread_mutex_destroy(&job->mutex);
  free(job->counter);
  free(job);
  return 0;
}
