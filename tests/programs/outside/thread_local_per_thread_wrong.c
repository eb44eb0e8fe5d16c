// In every thread: what main stores is in its own copy.
#include <assert.h>
#include <pthread.h>

extern _Thread_local int level;

void *worker(void *arg) {
  assert(level != 77);
  return arg;
}

int main(void) {
  pthread_t thread;
  level = 1;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
