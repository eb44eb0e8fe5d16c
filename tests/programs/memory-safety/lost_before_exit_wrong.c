// What only a variable of a block points to is lost when the block ends, although exit is called in the same function.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int size;
  int *data;
};

static int failed;

static void *work(void *arg) {
  struct job *job = arg;
  if (job->size > 1)
    __atomic_store_n(&failed, 1, __ATOMIC_SEQ_CST);
  return 0;
}

static void give_up(void) { exit(EXIT_FAILURE); }

static void run(struct job *job) {
  pthread_t thread;
  {
    int *scratch = malloc(sizeof *scratch);
    if (scratch == NULL)
      give_up();
    *scratch = job->size;
    job->size = *scratch + 1;
  }
  pthread_create(&thread, NULL, work, job);
  pthread_join(thread, NULL);
  if (__atomic_load_n(&failed, __ATOMIC_SEQ_CST))
    give_up();
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    return 1;
  job->size = 1;
  job->data = malloc(sizeof *job->data);
  run(job);
  free(job->data);
  free(job);
  return 0;
}
