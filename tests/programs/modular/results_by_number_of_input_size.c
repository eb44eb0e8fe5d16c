// Each thread stores its result in an element of an array whose size is an input, by its number.
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int *results;

static void *work(void *argument) {
  long number = (long)argument;
  results[number] = (int)number + 1;
  return 0;
}

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 100000)
    return 1;
  pthread_t *threads = malloc(count * sizeof *threads);
  results = malloc(count * sizeof *results);
  for (unsigned i = 0; i < count; i++)
    pthread_create(&threads[i], 0, work, (void *)(long)i);
  for (unsigned i = 0; i < count; i++)
    pthread_join(threads[i], 0);
  int total = 0;
  for (unsigned i = 0; i < count; i++)
    total ^= results[i];
  free(results);
  free(threads);
  return total > 0;
}
