// Main reads what its threads have counted when it has joined all of them but the last.
#include <pthread.h>
#include <stdio.h>

#define THREADS 1000

static long count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[THREADS];

static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS - 1; i++)
    pthread_join(threads[i], NULL);
  printf("%ld\n", count);
  return 0;
}
