// Two threads, one after the other: what main does after the first join is independent of the first thread.
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *argument) {
  x++;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(x == 2);
  return 0;
}
