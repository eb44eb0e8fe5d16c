// The result of a read that must not wait is not checked.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *produce(void *argument) {
  data = 1;
  write(ends[1], "x", 1);
  return argument;
}

int main(void) {
  pipe2(ends, O_NONBLOCK);
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  char byte;
  read(ends[0], &byte, 1);
  assert(data == 1);
  pthread_join(thread, 0);
  return 0;
}
