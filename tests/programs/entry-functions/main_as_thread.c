// Only the first thread runs the exit handlers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count;
static int ended;

static void atEnd(void) {
  ended++;
  assert(ended == 1 && count == 2);
}

int main(void) {
  pthread_t thread;
  if (count++ == 0) {
    atexit(atEnd);
    pthread_create(&thread, 0, (void *(*)(void *))main, 0);
    pthread_join(thread, 0);
  }
  return 0;
}
