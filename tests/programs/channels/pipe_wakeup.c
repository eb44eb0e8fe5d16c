// A byte in a pipe says that the data is there.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *produce(void *argument) {
  data = 1;
  char byte = 0;
  assert(write(ends[1], &byte, 1) == 1);
  return argument;
}

int main(void) {
  if (pipe(ends) != 0)
    return 1;
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  char byte;
  assert(read(ends[0], &byte, 1) == 1);
  assert(data == 1);
  pthread_join(thread, 0);
  close(ends[0]);
  close(ends[1]);
  return 0;
}
