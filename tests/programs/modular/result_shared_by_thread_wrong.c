// The thread also shows its result to others, which write it while main does.
#include <pthread.h>
#include <stdlib.h>

int *seen;

void *worker(void *argument) {
  int *result = malloc(sizeof *result);
  if (!result)
    exit(1);
  *result = 1;
  __atomic_store_n(&seen, result, __ATOMIC_SEQ_CST);
  *__atomic_load_n(&seen, __ATOMIC_SEQ_CST) = 2;
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
