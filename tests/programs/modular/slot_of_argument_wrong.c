// Each thread also writes the element of the next one.
#include <pthread.h>

enum { THREADS = 3 };
int results[THREADS + 1];

void *worker(void *argument) {
  int id = (int)(long)argument;
  results[id] = id;
  results[id + 1]++;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, worker, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < THREADS; i++)
    sum += results[i];
  return sum;
}
