// The first thread detaches itself, by a handle that it has stored, and may have ended before the second one starts,
// which may then get its handle.
#include <assert.h>
#include <pthread.h>
static pthread_t mine;
static void *detached(void *argument) {
  mine = pthread_self();
  pthread_detach(mine);
  return argument;
}
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, detached, 0);
  pthread_create(&second, 0, run, 0);
  assert(!pthread_equal(first, second));
  pthread_join(second, 0);
  return 0;
}
