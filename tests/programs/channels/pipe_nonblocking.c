// A read that must not wait fails with EAGAIN while the pipe is empty.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *produce(void *argument) {
  write(ends[1], "x", 1);
  return argument;
}

int main(void) {
  pipe(ends);
  fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK);
  char byte;
  assert(read(ends[0], &byte, 1) == -1 && errno == EAGAIN);
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  const ssize_t early = read(ends[0], &byte, 1);
  assert(early == 1 || (early == -1 && errno == EAGAIN));
  pthread_join(thread, 0);
  if (early == -1)
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
  return 0;
}
