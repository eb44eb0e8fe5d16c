// The handle of a joined thread is detached after another thread was started.
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, run, 0);
  pthread_detach(first);
  assert(1);
  return 0;
}
