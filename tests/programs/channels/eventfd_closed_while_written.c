// An event counter is closed while another thread adds to it: the write succeeds, or the descriptor is closed.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

int event;

void *writer(void *argument) {
  const unsigned long long one = 1;
  const long written = write(event, &one, sizeof one);
  assert(written == sizeof one || (written == -1 && errno == EBADF));
  return argument;
}

int main(void) {
  event = eventfd(0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  close(event);
  pthread_join(thread, 0);
  return 0;
}
