// A compound literal lives as long as its block, and each entry of the block makes a new one.
#include <assert.h>
#include <pthread.h>

struct job {
  int first, last;
};
int sum;

void *worker(void *arg) {
  struct job *job = arg;
  sum += job->last - job->first;
  return 0;
}

int total(struct job *job, int times) {
  int result = 0;
again:
  result += job->last;
  job = &(struct job){job->first, job->last + 1};
  if (--times > 0)
    goto again;
  return result;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    struct job *job = i == 0 ? &(struct job){1, 2} : &(struct job){3, 5};
    assert(job->first == 2 * i + 1);
    pthread_create(&thread, 0, worker, job);
    pthread_join(thread, 0);
    assert(({ (struct job){i, 7}.last; }) == 7);
  }
  assert(sum == 3);
  {
    int *values = (int[]){1, 2, 3};
    switch (values[1]) {
    case 2:
      values[0] = *&(int){4};
      break;
    default:
      assert(0);
    }
    while (values[0]-- > 3)
      assert(values[2] == 3);
  }
  assert(total(&(struct job){0, 1}, 3) == 6);
  return 0;
}
