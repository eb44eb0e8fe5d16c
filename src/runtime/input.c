// Input from a stream or file descriptor is any bytes, of any number up to what is asked for, or the end of file.
// Formatted input depends on the text of the format and on a variable number of arguments: no approximation of it
// would be sound, so it is unsupported.
#include "blocks.h"
#include "streams.h"

enum { END_OF_FILE = -1 };

_Bool __VERIFIER_nondet_bool(void);
long __VERIFIER_nondet_long(void);

int getchar(void) { return __VERIFIER_nondet_bool() ? END_OF_FILE : (int)__VERIFIER_nondet_uchar(); }

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

// -1 for an error, otherwise how many bytes have been received, at most `size`.
static long received(void *block, heddle_size size) {
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
  (void)file;
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

int scanf(const char *format, ...) {
  (void)format;
  __heddle_unsupported("formatted input (scanf)");
}

int fscanf(struct file *file, const char *format, ...) {
  (void)file, (void)format;
  __heddle_unsupported("formatted input (fscanf)");
}

int sscanf(const char *text, const char *format, ...) {
  (void)text, (void)format;
  __heddle_unsupported("formatted input (sscanf)");
}

// The names of these three functions in glibc's header for C99 and later.
int __isoc99_scanf(const char *format, ...) {
  (void)format;
  __heddle_unsupported("formatted input (scanf)");
}

int __isoc99_fscanf(struct file *file, const char *format, ...) {
  (void)file, (void)format;
  __heddle_unsupported("formatted input (fscanf)");
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
  (void)text, (void)format;
  __heddle_unsupported("formatted input (sscanf)");
}
