// Output has an arbitrary result and no effect but on the memory that it reads: a freed string, one without a
// terminator, and one that another thread writes at the same time are found. Streams are not modelled.
#include "blocks.h"
#include "cancellation.h"
#include "channels.h"
#include "formatting.h"
#include "streams.h"

static struct file standardStreams[3];
struct file *stdin = &standardStreams[0];
struct file *stdout = &standardStreams[1];
struct file *stderr = &standardStreams[2];

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void *malloc(heddle_size size);

int printf(const char *format, ...) {
  heddle_possible_cancellation_point();
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int fprintf(struct file *file, const char *format, ...) {
  heddle_possible_cancellation_point();
  (void)file;
  heddle_keep_formatting();
  __heddle_print(format);
  return __VERIFIER_nondet_int();
}

int dprintf(int file, const char *format, ...) {
  heddle_possible_cancellation_point();
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

// On x86-64 a va_list is an array, so that the parameter is its address already.
#ifdef __LP64__
#define LIST(arguments) ((void *)(arguments))
#else
#define LIST(arguments) ((void *)&(arguments))
#endif

int vprintf(const char *format, __builtin_va_list arguments) {
  heddle_possible_cancellation_point();
  heddle_keep_formatting();
  __heddle_print_list(format, LIST(arguments));
  return __VERIFIER_nondet_int();
}

int vfprintf(struct file *file, const char *format, __builtin_va_list arguments) {
  heddle_possible_cancellation_point();
  (void)file;
  heddle_keep_formatting();
  __heddle_print_list(format, LIST(arguments));
  return __VERIFIER_nondet_int();
}

int vdprintf(int file, const char *format, __builtin_va_list arguments) {
  heddle_possible_cancellation_point();
  (void)file;
  heddle_keep_formatting();
  __heddle_print_list(format, LIST(arguments));
  return __VERIFIER_nondet_int();
}

void syslog(int priority, const char *format, ...) {
  heddle_possible_cancellation_point();
  (void)priority;
  heddle_keep_formatting();
  __heddle_print(format);
}

void vsyslog(int priority, const char *format, __builtin_va_list arguments) {
  heddle_possible_cancellation_point();
  (void)priority;
  heddle_keep_formatting();
  __heddle_print_list(format, LIST(arguments));
}

int vsprintf(char *text, const char *format, __builtin_va_list arguments) {
  heddle_keep_formatting();
  return (int)__heddle_format_list(text, (heddle_size)-1, format, LIST(arguments));
}

int vsnprintf(char *text, heddle_size size, const char *format, __builtin_va_list arguments) {
  heddle_keep_formatting();
  return (int)__heddle_format_list(text, size, format, LIST(arguments));
}

// The output is formatted twice: its length is the size of the new object.
int asprintf(char **text, const char *format, ...) {
  heddle_keep_formatting();
  const heddle_size size = __heddle_format(0, 0, format) + 1;
  *text = malloc(size);
  if (!*text)
    return -1;
  return (int)__heddle_format(*text, size, format);
}

int vasprintf(char **text, const char *format, __builtin_va_list arguments) {
  heddle_keep_formatting();
  __builtin_va_list again;
  __builtin_va_copy(again, arguments);
  const heddle_size size = __heddle_format_list(0, 0, format, LIST(again)) + 1;
  __builtin_va_end(again);
  *text = malloc(size);
  if (!*text)
    return -1;
  return (int)__heddle_format_list(*text, size, format, LIST(arguments));
}

int puts(const char *text) {
  heddle_possible_cancellation_point();
  heddle_read_string(text);
  return __VERIFIER_nondet_int();
}

int fputs(const char *text, struct file *file) {
  heddle_possible_cancellation_point();
  (void)file;
  heddle_read_string(text);
  return __VERIFIER_nondet_int();
}

void perror(const char *text) {
  heddle_possible_cancellation_point();
  if (text)
    heddle_read_string(text);
}

// Returns the byte written, or EOF for an error.
static int written(int byte) { return (byte & 0xff) | -(int)__VERIFIER_nondet_bool(); }

int putchar(int byte) {
  heddle_possible_cancellation_point();
  return written(byte);
}

int putc(int byte, struct file *file) {
  heddle_possible_cancellation_point();
  (void)file;
  return written(byte);
}

int fputc(int byte, struct file *file) {
  heddle_possible_cancellation_point();
  (void)file;
  return written(byte);
}

int fflush(struct file *file) {
  heddle_possible_cancellation_point();
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
  heddle_possible_cancellation_point();
  (void)file;
  heddle_read_block(block, size * count);
  return count == (heddle_size)-1 ? count : (heddle_size)__VERIFIER_nondet_long() % (count + 1);
}

// -1 for an error, otherwise at most `size`.
static long sent(const void *block, heddle_size size) {
  heddle_cancellation_point();
  heddle_read_block(block, size);
  return size >= (heddle_size)-2 ? -1 : (long)((heddle_size)__VERIFIER_nondet_long() % (size + 2)) - 1;
}

long write(int file, const void *block, heddle_size size) {
  if (HEDDLE_USES_CHANNELS && __heddle_is_channel(file))
    return __heddle_write_channel(file, block, size);
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
