// Main writes the element of a thread after it has started the thread.
#include <pthread.h>

enum { THREADS = 2 };
int cells[THREADS];

void *worker(void *argument) {
  int *cell = argument;
  *cell = *cell + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&thread, 0, worker, &cells[i]);
    cells[i] = i;
  }
  pthread_exit(0);
  return 0;
}
