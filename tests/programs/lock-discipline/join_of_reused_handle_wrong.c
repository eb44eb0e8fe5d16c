// A handle is joined twice; the second join would wait for another thread.
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *argument) {
  x = 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  assert(x == 1);
  return 0;
}
