// Both threads get a pointer to the same local variable of main.
#include <pthread.h>

void *worker(void *argument) {
  int *shared = argument;
  (*shared)++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  int local = 0;
  pthread_create(&first, 0, worker, &local);
  pthread_create(&second, 0, worker, &local);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
