// Main allocates what the threads share, frees it before the last join, and tells no other thread.
#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t lock;
  int next;
  int *results;
};

static void *work(void *argument) {
  struct job *job = argument;
  pthread_mutex_lock(&job->lock);
  job->results[job->next & 3] = job->next;
  job->next++;
  pthread_mutex_unlock(&job->lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct job *job = malloc(sizeof *job);
  if (!job)
    return 1;
  job->results = calloc(4, sizeof(int));
  if (!job->results) {
    free(job);
    return 1;
  }
  pthread_mutex_init(&job->lock, NULL);
  job->next = 0;
  pthread_create(&a, NULL, work, job);
  pthread_create(&b, NULL, work, job);
  pthread_join(a, NULL);
  const int result = job->results[1];
  pthread_mutex_destroy(&job->lock);
  free(job->results);
  free(job);
  pthread_join(b, NULL);
  return result == 1 ? 0 : 2;
}
