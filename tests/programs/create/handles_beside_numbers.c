// Numbers and pointers in the same structs as handles are not handles.
#include <assert.h>
#include <pthread.h>
struct job {
  pthread_t thread;
  long number;
  long *result;
} jobs[2];
long results[2];
void *worker(void *arg) {
  struct job *job = arg;
  job->result[0] = job->number * 2;
  return 0;
}
int main(void) {
  for (int i = 0; i < 2; ++i) {
    jobs[i].number = i + 1;
    jobs[i].result = &results[i];
    pthread_create(&jobs[i].thread, 0, worker, &jobs[i]);
  }
  for (int i = 0; i < 2; ++i) {
    assert(jobs[i].thread != 0);
    pthread_join(jobs[i].thread, 0);
  }
  assert(jobs[1].number == 2 && results[0] == 2 && results[1] == 4);
  return 0;
}
