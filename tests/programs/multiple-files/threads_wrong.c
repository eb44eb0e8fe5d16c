// Wrong: this file does not use the mutex that protects the variable of the other.
#include <assert.h>
#include <pthread.h>

extern int shared;
void *worker(void *argument);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared++;
  pthread_join(thread, 0);
  assert(shared == 2);
  return 0;
}
