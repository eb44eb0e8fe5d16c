// A thread allocates its result, fills it and returns it; main uses it after the join.
#include <pthread.h>
#include <stdlib.h>

int *seen;

void *worker(void *argument) {
  int *result = malloc(sizeof *result);
  if (!result)
    exit(1);
  *result = 1;
  return result;
}

int main(void) {
  pthread_t one, two;
  void *result;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, &result);
  *(int *)result += 1;
  pthread_join(two, &result);
  *(int *)result += 1;
  return 0;
}
