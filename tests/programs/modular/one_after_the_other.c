// Two threads of one function, the second started after the first has been joined.
#include <pthread.h>

int data;

void *worker(void *argument) {
  data++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return data;
}
