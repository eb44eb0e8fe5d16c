// A thread and main have handles on the same bytes, and both write. Neither sees the bytes of the other, and all
// storage is freed, whichever of them comes first.
#include "reference_buffer.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *write_and_release(void *argument) {
  struct buffer *buffer = argument;
  const int error = buffer_write(buffer, 0, "x", 1);
  assert(error == 0 || error == ENOMEM);
  const unsigned char *bytes = buffer_bytes(buffer);
  assert(bytes[0] == (error == 0 ? 'x' : 'a') && bytes[1] == 'b');
  buffer_release(buffer);
  return NULL;
}

int main(void) {
  struct buffer buffer;
  if (buffer_create(&buffer, "ab", 2, 0) != 0)
    return EXIT_FAILURE;
  struct buffer shared = buffer_share(&buffer);
  pthread_t thread;
  pthread_create(&thread, NULL, write_and_release, &shared);
  const int error = buffer_write(&buffer, 1, "y", 1);
  assert(error == 0 || error == ENOMEM);
  const unsigned char *bytes = buffer_bytes(&buffer);
  assert(bytes[0] == 'a' && bytes[1] == (error == 0 ? 'y' : 'b'));
  buffer_release(&buffer);
  pthread_join(thread, NULL);
  return EXIT_SUCCESS;
}
