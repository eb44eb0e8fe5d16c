// The order of addresses in one array is fixed.
#include <pthread.h>

int data;

void *worker(void *argument) {
  data = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  int values[2];
  int *first = &values[0];
  int *second = &values[1];
  pthread_create(&t, 0, worker, 0);
  if (second < first)
    data = 2;
  pthread_join(t, 0);
  return 0;
}
