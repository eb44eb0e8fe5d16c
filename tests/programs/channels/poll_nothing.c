// That poll waits for ever is not recognised where it waits for something else than input.
#include <poll.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  pipe(ends);
  struct pollfd end = {ends[0], 0, 0};
  const char byte = 'x';
  write(ends[1], &byte, 1);
  return poll(&end, 1, -1) != 1;
}
