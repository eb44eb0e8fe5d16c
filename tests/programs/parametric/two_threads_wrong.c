// Exactly two threads are needed: main does not take part.
#include <assert.h>
#include <pthread.h>

int flag;

void *worker(void *argument) {
  const int seen = flag;
  flag = 1;
  assert(seen == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
