// Main writes before it starts the thread and reads after it has joined it.
#include <pthread.h>

int data;

void *worker(void *argument) {
  data++;
  return 0;
}

int main(void) {
  pthread_t thread;
  data = 1;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return data;
}
