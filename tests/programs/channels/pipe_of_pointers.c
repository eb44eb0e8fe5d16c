// Ownership of an object moves through a pipe.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#include <stdlib.h>

struct job {
  int number;
};

static int ends[2];

static void *work(void *argument) {
  struct job *job;
  while (read(ends[0], &job, sizeof job) == sizeof job) {
    assert(job->number == 7);
    free(job);
  }
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  struct job *job = malloc(sizeof *job);
  job->number = 7;
  write(ends[1], &job, sizeof job);
  close(ends[1]);
  pthread_join(thread, 0);
  return 0;
}
