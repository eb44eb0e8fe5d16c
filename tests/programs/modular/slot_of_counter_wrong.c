// The index is read from the loop's counter, which changes meanwhile.
#include <pthread.h>

int results[3];

void *worker(void *argument) {
  int id = *(int *)argument;
  if (id < 3)
    results[id] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, &i);
  for (int j = 0; j < 2; j++)
    pthread_join(threads[j], 0);
  return 0;
}
