// All uses of one execution agree, in all threads.
#include <assert.h>
#include <pthread.h>

__attribute__((weak)) extern int optional;
int *seen;

void *worker(void *arg) {
  seen = &optional;
  return arg;
}

int main(void) {
  int *mine = &optional;
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(mine == seen);
  if (&optional)
    assert(mine);
}
