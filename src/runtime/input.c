// Input from a stream or file descriptor is any bytes, of any number up to what is asked for, or the end of file.
#include "blocks.h"
#include "cancellation.h"
#include "channels.h"
#include "streams.h"

enum { END_OF_FILE = -1 };

_Bool __VERIFIER_nondet_bool(void);
long __VERIFIER_nondet_long(void);
void *realloc(void *object, heddle_size size);

int getchar(void) {
  heddle_possible_cancellation_point();
  return __VERIFIER_nondet_bool() ? END_OF_FILE : (int)__VERIFIER_nondet_uchar();
}

int getc(struct file *file) {
  (void)file;
  return getchar();
}

int fgetc(struct file *file) {
  (void)file;
  return getchar();
}

char *fgets(char *text, int size, struct file *file) {
  (void)file;
  if (size <= 0)
    return 0;
  int length = 0;
  while (length + 1 < size) {
    const int byte = getchar();
    if (byte == END_OF_FILE)
      break;
    text[length++] = (char)byte;
    if (byte == '\n')
      break;
  }
  if (length == 0 && size > 1)
    return 0;
  text[length] = 0;
  return text;
}

// A line of any length. The buffer is as large as the line needs, or as the program has made it.
long getline(char **line, heddle_size *size, struct file *file) {
  (void)file;
  heddle_possible_cancellation_point();
  const long length = __VERIFIER_nondet_long();
  if (length <= 0)
    return -1;
  if (!*line || *size <= (heddle_size)length) {
    char *const larger = realloc(*line, (heddle_size)length + 1);
    if (!larger)
      return -1;
    *line = larger;
    *size = (heddle_size)length + 1;
  }
  for (long i = 0; i < length; ++i) {
    const char byte = (char)__VERIFIER_nondet_uchar();
    __heddle_assume(byte != '\n' || i + 1 == length);
    (*line)[i] = byte;
  }
  (*line)[length] = 0;
  return length;
}

// -1 for an error, otherwise how many bytes have been received, at most `size`.
static long received(void *block, heddle_size size) {
  heddle_cancellation_point();
  if (size >= (heddle_size)-2)
    return -1;
  const long result = (long)((heddle_size)__VERIFIER_nondet_long() % (size + 2)) - 1;
  if (result > 0)
    heddle_fill_block(block, (heddle_size)result);
  return result;
}

// An element that is read in part has an indeterminate value: here some of its bytes are written.
heddle_size fread(void *block, heddle_size size, heddle_size count, struct file *file) {
  (void)file;
  if (size == 0)
    return 0;
  const long bytes = received(block, size * count);
  return bytes < 0 ? 0 : (heddle_size)bytes / size;
}

long read(int file, void *block, heddle_size size) {
  if (HEDDLE_USES_CHANNELS && __heddle_is_channel(file))
    return __heddle_read_channel(file, block, size);
  return received(block, size);
}

long pread(int file, void *block, heddle_size size, long offset) {
  (void)file, (void)offset;
  return received(block, size);
}

long recv(int socket, void *block, heddle_size size, int flags) {
  (void)socket, (void)flags;
  return received(block, size);
}

long recvfrom(int socket, void *block, heddle_size size, int flags, void *address, unsigned *addressSize) {
  (void)socket, (void)flags, (void)addressSize;
  if (address)
    __heddle_unsupported("the sender's address (recvfrom)");
  return received(block, size);
}
