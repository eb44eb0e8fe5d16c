// The thread finds its handle in the object that it is given.
#include <pthread.h>
struct job {
  pthread_t thread;
  int number;
};

void *worker(void *arg) {
  struct job *job = arg;
  job->number = pthread_equal(job->thread, pthread_self());
  return 0;
}

int main(void) {
  struct job job = {0};
  pthread_create(&job.thread, 0, worker, &job);
  pthread_join(job.thread, 0);
  return job.number;
}
