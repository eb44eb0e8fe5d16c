// A function that main calls starts a thread on its own local, and returns while the thread may run.
#include <pthread.h>
#include <stdlib.h>

static void *twice(void *argument) {
  int *value = argument;
  *value *= 2;
  return NULL;
}

static int doubled(int number) {
  pthread_t thread;
  int value = number;
  pthread_create(&thread, NULL, twice, &value);
  pthread_detach(thread);
  return value;
}

int main(void) { return doubled(21) == 42 ? 0 : 1; }
