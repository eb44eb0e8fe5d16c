// The number of threads is an argument of the program; main reads what they write before it joins them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  total += 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 4;
  if (count < 1)
    return 1;
  pthread_t *threads = malloc(count * sizeof *threads);
  if (!threads)
    return 1;
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], 0, work, 0);
  printf("%ld\n", total);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], 0);
  free(threads);
  return 0;
}
