// Every thread takes a number in two steps, so that the next one to be given may decrease.
#include <assert.h>
#include <pthread.h>

unsigned next;

void *worker(void *argument) {
  const unsigned id = next;
  next = id + 1;
  assert(id < next);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
