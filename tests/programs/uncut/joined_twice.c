// The second join names a thread that does not exist any more.
#include <assert.h>
#include <pthread.h>

static void *worker(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  pthread_join(thread, 0);
  assert(0);
  return 0;
}
