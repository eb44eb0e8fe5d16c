// A thread lets another one write its result.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *argument) {
  int *result = malloc(sizeof *result);
  if (!result)
    exit(1);
  *result = 1;
  static int *last;
  __atomic_store_n(&last, result, __ATOMIC_SEQ_CST);
  *__atomic_load_n(&last, __ATOMIC_SEQ_CST) = 1;
  return result;
}

int main(void) {
  pthread_t one, two;
  void *result;
  int sum = 0;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, &result);
  sum += *(int *)result;
  free(result);
  pthread_join(two, &result);
  sum += *(int *)result;
  free(result);
  return sum != 2;
}
