// Each thread gives fill() an object of its own, but fill() may keep the first pointer and use it in the second call.
#include <assert.h>
#include <pthread.h>

void fill(int *value);

static void *worker(void *argument) {
  int value = 0;
  fill(&value);
  value = 1;
  assert(value == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  return 0;
}
