// Main waits for a thread that it has not started, and writes afterwards.
#include <assert.h>
#include <pthread.h>
_Atomic int x;
pthread_t grandchild;

void *worker(void *arg) {
  assert(x == 0);
  return arg;
}

void *starter(void *arg) {
  pthread_create(&grandchild, 0, worker, 0);
  return arg;
}

int main(void) {
  pthread_t child;
  pthread_create(&child, 0, starter, 0);
  pthread_join(child, 0);
  pthread_join(grandchild, 0);
  x = 1;
  return 0;
}
