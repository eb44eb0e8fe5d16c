// The end of a pipe is closed while another thread writes to it: the byte is written, or the descriptor is closed.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

int ends[2];

void *writer(void *argument) {
  const char byte = 'x';
  const long written = write(ends[1], &byte, 1);
  assert(written == 1 || (written == -1 && errno == EBADF));
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  close(ends[1]);
  pthread_join(thread, 0);
  char byte = 0;
  const long count = read(ends[0], &byte, 1);
  assert(count == 0 || byte == 'x');
  return 0;
}
