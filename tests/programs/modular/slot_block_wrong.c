// Each thread goes one element too far.
#include <pthread.h>

enum { THREADS = 2, CHUNK = 16 };
int data[THREADS * CHUNK + 1];

void *worker(void *argument) {
  int id = (int)(long)argument;
  for (int i = id * CHUNK; i <= (id + 1) * CHUNK; i++)
    data[i] = data[i] + 1;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, worker, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return data[0];
}
