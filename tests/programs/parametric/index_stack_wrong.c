// A stack of indices whose top is tested and changed in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

atomic_int top;

void *worker(void *argument) {
  if (top < SIZE)
    top++;
  assert(top <= SIZE);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
