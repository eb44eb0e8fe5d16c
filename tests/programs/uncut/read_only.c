// show() cannot write what it is given, since it points to const; nothing is written twice.
#include <pthread.h>

static int numbers[4];
void show(const int *numbers);

static void *worker(void *argument) {
  numbers[3] = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  show(numbers);
  pthread_join(thread, 0);
  return 0;
}
