// The thread's own handle is kept after it has been joined.
#include <assert.h>
#include <pthread.h>
static pthread_t owner;
static void *run(void *argument) {
  owner = pthread_self();
  return argument;
}
static void *look(void *argument) {
  assert(owner != pthread_self());
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
  return 0;
}
