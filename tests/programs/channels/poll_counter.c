// Another thread adds to the event counter for which main waits.
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>

struct pollfd event;

void *writer(void *argument) {
  eventfd_write(event.fd, 1);
  return argument;
}

int main(void) {
  event.fd = eventfd(0, 0);
  event.events = POLLIN;
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  if (poll(&event, 1, -1) != 1)
    return 1;
  pthread_join(thread, 0);
  return 0;
}
