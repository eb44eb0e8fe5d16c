// Attributes that were never initialised decide whether the thread is detached.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_create(&thread, &attributes, worker, 0);
  pthread_join(thread, 0);
  assert(x == 1);
  return 0;
}
