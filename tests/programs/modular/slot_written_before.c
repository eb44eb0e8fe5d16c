// Each thread has an element that its argument points to. Main writes the elements of threads that it has not started
// yet.
#include <pthread.h>

enum { THREADS = 1000 };
int cells[THREADS];

void *worker(void *argument) {
  int *cell = argument;
  *cell = *cell + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < THREADS; i++) {
    cells[i] = i;
    pthread_create(&thread, 0, worker, &cells[i]);
  }
  pthread_exit(0);
  return 0;
}
