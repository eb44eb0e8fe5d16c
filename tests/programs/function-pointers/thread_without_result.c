// A thread function that returns nothing.
#include <assert.h>
#include <pthread.h>
static int x;
static void run(void *argument) { x = 1; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void *(*)(void *))run, 0);
  pthread_join(t, 0);
  assert(x == 1);
  return 0;
}
