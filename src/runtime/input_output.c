// Output has no effect and an arbitrary result. Input from the standard stream is any byte or the end of
// file. Formatted output to memory and formatted input depend on the text of the format and on a variable
// number of arguments: no approximation of them would be sound, so they are unsupported.
#include "heddle.h"

struct file {
  char unused;
};

static struct file standardStreams[3];
struct file *stdin = &standardStreams[0];
struct file *stdout = &standardStreams[1];
struct file *stderr = &standardStreams[2];

enum { END_OF_FILE = -1 };

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int printf(const char *format, ...) {
  (void)format;
  return __VERIFIER_nondet_int();
}

int fprintf(struct file *file, const char *format, ...) {
  (void)file, (void)format;
  return __VERIFIER_nondet_int();
}

int dprintf(int file, const char *format, ...) {
  (void)file, (void)format;
  return __VERIFIER_nondet_int();
}

int vprintf(const char *format, __builtin_va_list arguments) {
  (void)format, (void)arguments;
  return __VERIFIER_nondet_int();
}

int vfprintf(struct file *file, const char *format, __builtin_va_list arguments) {
  (void)file, (void)format, (void)arguments;
  return __VERIFIER_nondet_int();
}

// The output is discarded, but reading it may violate a property.
static void readString(const char *text) {
  while (*text)
    ++text;
}

int puts(const char *text) {
  readString(text);
  return __VERIFIER_nondet_int();
}

int fputs(const char *text, struct file *file) {
  (void)file;
  readString(text);
  return __VERIFIER_nondet_int();
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

void perror(const char *text) { (void)text; }

int setvbuf(struct file *file, char *buffer, int mode, heddle_size size) {
  (void)file, (void)buffer, (void)mode, (void)size;
  return __VERIFIER_nondet_int();
}

void setbuf(struct file *file, char *buffer) { (void)file, (void)buffer; }

heddle_size fwrite(const void *block, heddle_size size, heddle_size count, struct file *file) {
  (void)block, (void)size, (void)file;
  return count == (heddle_size)-1 ? count : (heddle_size)__VERIFIER_nondet_long() % (count + 1);
}

// -1 for an error, otherwise at most `size`.
long write(int file, const void *block, heddle_size size) {
  (void)file, (void)block;
  return size >= (heddle_size)-2 ? -1 : (long)((heddle_size)__VERIFIER_nondet_long() % (size + 2)) - 1;
}

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
  int length = 0;
  while (length + 1 < size) {
    const int byte = getchar();
    if (byte == END_OF_FILE)
      break;
    text[length++] = (char)byte;
    if (byte == '\n')
      break;
  }
  if (length == 0)
    return 0;
  text[length] = 0;
  return text;
}

int sprintf(char *text, const char *format, ...) {
  (void)text, (void)format;
  __heddle_unsupported("formatted output to memory (sprintf)");
}

int snprintf(char *text, heddle_size size, const char *format, ...) {
  (void)text, (void)size, (void)format;
  __heddle_unsupported("formatted output to memory (snprintf)");
}

int vsprintf(char *text, const char *format, __builtin_va_list arguments) {
  (void)text, (void)format, (void)arguments;
  __heddle_unsupported("formatted output to memory (vsprintf)");
}

int vsnprintf(char *text, heddle_size size, const char *format, __builtin_va_list arguments) {
  (void)text, (void)size, (void)format, (void)arguments;
  __heddle_unsupported("formatted output to memory (vsnprintf)");
}

int asprintf(char **text, const char *format, ...) {
  (void)text, (void)format;
  __heddle_unsupported("formatted output to memory (asprintf)");
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
