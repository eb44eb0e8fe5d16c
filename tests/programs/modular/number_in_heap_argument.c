// Each thread gets its number in an object on the heap, which it frees, and uses the element with that number.
#include <pthread.h>
#include <stdlib.h>

int elements[8];

void *worker(void *argument) {
  int *number = argument;
  int id = *number;
  free(number);
  elements[id]++;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    int *number = malloc(sizeof *number);
    if (!number)
      exit(1);
    *number = i;
    pthread_create(&threads[i], 0, worker, number);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return elements[0] + elements[1] != 2;
}
