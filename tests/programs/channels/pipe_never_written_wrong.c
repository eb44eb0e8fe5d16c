// The reader waits for ever: it has not closed its own copy of the end that is written.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *consume(void *argument) {
  char byte;
  while (read(ends[0], &byte, 1) == 1)
    ;
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, consume, 0);
  write(ends[1], "x", 1);
  pthread_join(thread, 0);
  close(ends[1]);
  return 0;
}
