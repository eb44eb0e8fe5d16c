// A thread that has taken an object out of a slot starts another one, to which it passes the object.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) box;

void *helper(void *argument) {
  int *number = argument;
  *number = 2;
  free(number);
  return 0;
}

void *worker(void *argument) {
  pthread_t thread;
  int *number = atomic_exchange(&box, 0);
  if (!number)
    return 0;
  *number = 1;
  pthread_create(&thread, 0, helper, number);
  return 0;
}

int main(void) {
  pthread_t one, two;
  int *number = malloc(sizeof *number);
  if (!number)
    return 0;
  *number = 0;
  atomic_store(&box, number);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_exit(0);
}
