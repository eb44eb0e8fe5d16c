// A new thread may get the handle of a joined one.
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, run, 0);
  assert(!pthread_equal(first, second));
  pthread_join(second, 0);
  return 0;
}
