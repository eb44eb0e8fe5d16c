// A handle is overwritten before each join: handles are used again, so there are finitely many states.
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_t thread;
static void *run(void *argument) {
  x++;
  assert(x == 1);
  x--;
  return argument;
}
int main(void) {
  for (;;) {
    pthread_t other;
    pthread_create(&thread, 0, run, 0);
    other = thread;
    pthread_join(other, 0);
  }
}
