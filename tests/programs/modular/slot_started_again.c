// The numbers of threads are used again after all threads have been joined.
#include <pthread.h>

enum { THREADS = 20, ROUNDS = 10 };
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
    for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], 0);
  }
  return results[0];
}
