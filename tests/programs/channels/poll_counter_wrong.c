// Wrong: nothing adds to the event counter for which main waits.
#include <poll.h>
#include <sys/eventfd.h>

int main(void) {
  struct pollfd event = {eventfd(0, 0), POLLIN, 0};
  return poll(&event, 1, -1) != 1;
}
