// The byte is in the pipe before the data is there.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *produce(void *argument) {
  char byte = 0;
  write(ends[1], &byte, 1);
  data = 1;
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  char byte;
  read(ends[0], &byte, 1);
  assert(data == 1);
  pthread_join(thread, 0);
  return 0;
}
