// A job also reads the output of the next one, which another thread may write.
#include <pthread.h>
#include <stdatomic.h>

#define JOBS 3

struct job {
  int input;
  int output;
};

static struct job jobs[JOBS] = {{2, 0}, {3, 0}, {4, 0}};
static atomic_int next_job;

static void process(struct job *job) {
  job->output = job->input * job->input;
  if (job + 1 < jobs + JOBS)
    job->output += (job + 1)->output;
}

static void *work(void *argument) {
  for (;;) {
    const int index = atomic_fetch_add(&next_job, 1);
    if (index >= JOBS)
      return 0;
    process(&jobs[index]);
  }
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int sum = 0;
  for (int i = 0; i < JOBS; i++)
    sum += jobs[i].output;
  return sum != 29;
}
