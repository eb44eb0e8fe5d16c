// A compound literal dies with its block: the thread reads its argument too late.
#include <pthread.h>

struct job {
  int first, last;
};
int sum;

void *worker(void *arg) {
  struct job *job = arg;
  sum = job->first + job->last;
  return 0;
}

int main(void) {
  pthread_t thread;
  int parallel = 1;
  if (parallel) {
    pthread_create(&thread, 0, worker, &(struct job){1, 2});
  }
  pthread_join(thread, 0);
  return 0;
}
