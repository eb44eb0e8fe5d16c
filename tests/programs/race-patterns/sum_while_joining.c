// Main adds up the result of each thread as soon as it has joined it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NUM_THREADS 8
#define LENGTH 800

static int numbers[LENGTH];
static long sums[NUM_THREADS];

static void *add(void *arg) {
  long id = (long)arg;
  for (int i = 0; i < LENGTH / NUM_THREADS; i++)
    sums[id] += numbers[id * (LENGTH / NUM_THREADS) + i];
  return NULL;
}

int main(void) {
  pthread_t threads[NUM_THREADS];
  long total = 0;
  for (int i = 0; i < LENGTH; i++)
    numbers[i] = i;
  for (long i = 0; i < NUM_THREADS; i++)
    if (pthread_create(&threads[i], NULL, add, (void *)i) != 0)
      exit(EXIT_FAILURE);
  for (int i = 0; i < NUM_THREADS; i++) {
    pthread_join(threads[i], NULL);
    total += sums[i];
  }
  printf("%ld\n", total);
  return 0;
}
