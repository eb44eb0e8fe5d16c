// The thread reads what read_input() may have written before the thread was started.
#include <assert.h>
#include <pthread.h>

void read_input(int *number);

static void *worker(void *argument) {
  assert(*(int *)argument == 1);
  return 0;
}

int main(void) {
  int number = 0;
  read_input(&number);
  pthread_t thread;
  pthread_create(&thread, 0, worker, &number);
  pthread_join(thread, 0);
  return 0;
}
