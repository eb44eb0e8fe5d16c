// Without a timeout, poll returns when there is something to read.
#include <assert.h>
#include <poll.h>
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
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  struct pollfd polled = {.fd = ends[0], .events = POLLIN};
  assert(poll(&polled, 1, -1) == 1);
  assert(polled.revents & POLLIN);
  assert(data == 1);
  pthread_join(thread, 0);
  return 0;
}
