// A thread appends to a slice while main appends to the whole buffer, which has room for that. The bytes of the other
// do not appear in either of them.
#include "reference_buffer.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static void *append_and_release(void *argument) {
  struct buffer *slice = argument;
  if (buffer_append(slice, "x", 1) == 0) {
    const unsigned char *bytes = buffer_bytes(slice);
    assert(slice->length == 2);
    assert(bytes[0] == 'b' && bytes[1] == 'x');
  }
  buffer_release(slice);
  return NULL;
}

int main(void) {
  struct buffer buffer;
  if (buffer_create(&buffer, "ab", 2, 2) != 0)
    return EXIT_FAILURE;
  struct buffer slice;
  int error = buffer_slice(&slice, &buffer, 1, 2);
  assert(error == ERANGE);
  error = buffer_slice(&slice, &buffer, 1, 1);
  assert(error == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, append_and_release, &slice);
  if (buffer_append(&buffer, "y", 1) == 0) {
    const unsigned char *bytes = buffer_bytes(&buffer);
    assert(buffer.length == 3);
    assert(bytes[0] == 'a' && bytes[1] == 'b' && bytes[2] == 'y');
  }
  buffer_release(&buffer);
  pthread_join(thread, NULL);
  assert(slice.length == 0);
  return EXIT_SUCCESS;
}
