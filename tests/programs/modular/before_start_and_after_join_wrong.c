// Main writes after it has started the thread.
#include <pthread.h>

int data;

void *worker(void *argument) {
  data++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  data = 1;
  pthread_join(thread, 0);
  return data;
}
