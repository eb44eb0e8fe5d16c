// The object is in both slots afterwards.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *first, *second;

void *mover(void *argument) {
  pthread_mutex_lock(&mutex);
  int *number = first;
  second = number;
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *take_first(void *argument) {
  pthread_mutex_lock(&mutex);
  int *number = first;
  first = 0;
  pthread_mutex_unlock(&mutex);
  if (number)
    *number = 1;
  return 0;
}

void *take_second(void *argument) {
  pthread_mutex_lock(&mutex);
  int *number = second;
  second = 0;
  pthread_mutex_unlock(&mutex);
  if (number)
    *number = 1;
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  int *number = malloc(sizeof *number);
  if (!number)
    return 0;
  *number = 0;
  first = number;
  pthread_create(&one, 0, mover, 0);
  pthread_create(&two, 0, take_first, 0);
  pthread_create(&three, 0, take_second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}
