// Output has an arbitrary result and no effect but on the memory that it reads: a freed string, one without a
// terminator, and one that another thread writes at the same time are found. Streams are not modelled.
#include "blocks.h"
#include "formatting.h"
#include "streams.h"

static struct file standardStreams[3];
struct file *stdin = &standardStreams[0];
struct file *stdout = &standardStreams[1];
struct file *stderr = &standardStreams[2];

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int printf(const char *format, ...) {
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int fprintf(struct file *file, const char *format, ...) {
  (void)file;
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int dprintf(int file, const char *format, ...) {
  (void)file;
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int sprintf(char *text, const char *format, ...) {
  heddle_keep_formatting();
  return (int)__heddle_format(text, (heddle_size)-1, format);
}

int snprintf(char *text, heddle_size size, const char *format, ...) {
  heddle_keep_formatting();
  return (int)__heddle_format(text, size, format);
}

int asprintf(char **text, const char *format, ...) {
  (void)text, (void)format;
  __heddle_unsupported("formatted output to new memory (asprintf)");
}

// A va_list comes from va_start, which is unsupported, so these are never reached.
int vprintf(const char *format, __builtin_va_list arguments) {
  (void)format, (void)arguments;
  __heddle_unsupported("formatted output of a va_list (vprintf)");
}

int vfprintf(struct file *file, const char *format, __builtin_va_list arguments) {
  (void)file, (void)format, (void)arguments;
  __heddle_unsupported("formatted output of a va_list (vfprintf)");
}

int vdprintf(int file, const char *format, __builtin_va_list arguments) {
  (void)file, (void)format, (void)arguments;
  __heddle_unsupported("formatted output of a va_list (vdprintf)");
}

int vsprintf(char *text, const char *format, __builtin_va_list arguments) {
  (void)text, (void)format, (void)arguments;
  __heddle_unsupported("formatted output of a va_list (vsprintf)");
}

int vsnprintf(char *text, heddle_size size, const char *format, __builtin_va_list arguments) {
  (void)text, (void)size, (void)format, (void)arguments;
  __heddle_unsupported("formatted output of a va_list (vsnprintf)");
}

int puts(const char *text) {
  heddle_read_string(text);
  return __VERIFIER_nondet_int();
}

int fputs(const char *text, struct file *file) {
  (void)file;
  heddle_read_string(text);
  return __VERIFIER_nondet_int();
}

void perror(const char *text) {
  if (text)
    heddle_read_string(text);
}

// Returns the byte written, or EOF for an error.
static int written(int byte) { return (byte & 0xff) | -(int)__VERIFIER_nondet_bool(); }

int putchar(int byte) { return written(byte); }

int putc(int byte, struct file *file) {
  (void)file;
  return written(byte);
}

int fputc(int byte, struct file *file) {
  (void)file;
  return written(byte);
}

int fflush(struct file *file) {
  (void)file;
  return -(int)__VERIFIER_nondet_bool();
}

// The stream would write into the buffer at any later time.
int setvbuf(struct file *file, char *buffer, int mode, heddle_size size) {
  (void)file, (void)mode, (void)size;
  if (buffer)
    __heddle_unsupported("a buffer that the program gives to a stream (setvbuf)");
  return __VERIFIER_nondet_int();
}

void setbuf(struct file *file, char *buffer) {
  (void)file;
  if (buffer)
    __heddle_unsupported("a buffer that the program gives to a stream (setbuf)");
}

void setlinebuf(struct file *file) { (void)file; }

heddle_size fwrite(const void *block, heddle_size size, heddle_size count, struct file *file) {
  (void)file;
  heddle_read_block(block, size * count);
  return count == (heddle_size)-1 ? count : (heddle_size)__VERIFIER_nondet_long() % (count + 1);
}

// -1 for an error, otherwise at most `size`.
static long sent(const void *block, heddle_size size) {
  heddle_read_block(block, size);
  return size >= (heddle_size)-2 ? -1 : (long)((heddle_size)__VERIFIER_nondet_long() % (size + 2)) - 1;
}

long write(int file, const void *block, heddle_size size) {
  (void)file;
  return sent(block, size);
}

long pwrite(int file, const void *block, heddle_size size, long offset) {
  (void)file, (void)offset;
  return sent(block, size);
}

long send(int socket, const void *block, heddle_size size, int flags) {
  (void)socket, (void)flags;
  return sent(block, size);
}

long sendto(int socket, const void *block, heddle_size size, int flags, const void *address, unsigned addressSize) {
  (void)socket, (void)flags;
  if (address)
    heddle_read_block(address, addressSize);
  return sent(block, size);
}
