// Three threads whose handles are in an array, created and joined in loops; each writes its own place.
// Unsafe: the second loop forgets the thread with index 0.
#include <assert.h>
#include <pthread.h>

#define THREADS 3

int result[THREADS];

void *worker(void *arg) {
  int *mine = arg;
  *mine = 1;
  return 0;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, worker, &result[i]);
  for (int i = 1; i < THREADS; i++)
    pthread_join(t[i], 0);
  int sum = 0;
  for (int i = 0; i < THREADS; i++)
    sum = sum + result[i];
  assert(sum == THREADS);
  return 0;
}
