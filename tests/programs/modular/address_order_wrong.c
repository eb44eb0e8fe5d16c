// Which of two heap objects has the lower address is not fixed: here the memory of the first is used again.
#include <pthread.h>
#include <stdlib.h>

int data;

void *worker(void *argument) {
  data = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int *first = malloc(sizeof *first);
  int *second = malloc(sizeof *second);
  free(first);
  first = 0;
  int *third = malloc(sizeof *third);
  pthread_create(&t, 0, worker, 0);
  if ((unsigned long)third < (unsigned long)second)
    data = 2;
  pthread_join(t, 0);
  return 0;
}
