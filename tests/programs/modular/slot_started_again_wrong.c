// A thread of the round before may still run.
#include <pthread.h>

enum { THREADS = 2, ROUNDS = 2 };
int results[THREADS];

void *worker(void *argument) {
  results[(long)argument]++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < THREADS; i++)
      pthread_create(&threads[i], 0, worker, (void *)(long)i);
    for (int i = 0; i < THREADS - 1; i++)
      pthread_join(threads[i], 0);
  }
  return results[0];
}
