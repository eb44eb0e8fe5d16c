// Wrong: only what comes before the creation, and the handle, is ordered before the new thread.
#include <pthread.h>
struct job {
  pthread_t thread;
  int number;
};

void *worker(void *arg) {
  struct job *job = arg;
  return job->number == 0 ? arg : 0;
}

int main(void) {
  struct job job = {0};
  pthread_create(&job.thread, 0, worker, &job);
  job.number = 1;
  pthread_join(job.thread, 0);
  return 0;
}
