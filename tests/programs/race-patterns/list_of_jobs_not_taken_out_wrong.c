// The job stays in the list, so both workers may complete it.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int input;
  int output;
  struct job *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;

static void submit(int input) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    return;
  job->input = input;
  job->output = 0;
  pthread_mutex_lock(&mutex);
  job->next = jobs;
  jobs = job;
  pthread_mutex_unlock(&mutex);
}

static struct job *take(void) {
  pthread_mutex_lock(&mutex);
  struct job *job = jobs;
  pthread_mutex_unlock(&mutex);
  return job;
}

static void *work(void *argument) {
  struct job *job = take();
  if (job) {
    job->output = job->input * job->input;
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  submit(3);
  submit(4);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
