// All threads get the same struct.
#include <pthread.h>

enum { THREADS = 3 };
struct work {
  int id;
  int result;
};
struct work works[THREADS];
int results[THREADS];

void *worker(void *argument) {
  struct work *work = argument;
  results[work->id] = 1;
  work->result = results[work->id];
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) {
    works[i].id = i;
    pthread_create(&threads[i], 0, worker, &works[0]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return works[0].result;
}
