// A closed end is no descriptor any more; a pipe without a reader cannot be written.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  int ends[2];
  pipe(ends);
  char byte = 'x';
  assert(read(ends[1], &byte, 1) == -1 && errno == EBADF);
  assert(write(ends[0], &byte, 1) == -1 && errno == EBADF);
  assert(close(ends[0]) == 0);
  assert(close(ends[0]) == -1 && errno == EBADF);
  assert(write(ends[1], &byte, 1) == -1 && errno == EPIPE);
  return 0;
}
