// Opening and closing of streams, and what is asked about files. Whether a file exists is an input, and what is in it,
// too (input.c, output.c). Streams are not on the heap: a program that does not close one has not lost memory, because
// the C library still knows it.
#include "channels.h"
#include "formatting.h"
#include "streams.h"

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

enum { STREAMS = 8 };
static struct file streams[STREAMS];
static int isOpen[STREAMS];

static struct file *open(void) {
  if (__VERIFIER_nondet_bool())
    return 0;
  __heddle_atomic_begin();
  unsigned i = 0;
  while (i < STREAMS && __atomic_load_n(&isOpen[i], __ATOMIC_RELAXED) != 0)
    ++i;
  if (i == STREAMS)
    __heddle_exceeded("more than 8 open files");
  __atomic_store_n(&isOpen[i], 1, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  return &streams[i];
}

struct file *fopen(const char *path, const char *mode) {
  heddle_read_string(path);
  heddle_read_string(mode);
  return open();
}

struct file *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

struct file *fdopen(int descriptor, const char *mode) {
  if (HEDDLE_USES_CHANNELS && descriptor >= 0 && __heddle_is_channel(descriptor))
    __heddle_exceeded("a stream for a pipe or an event counter (fdopen)");
  heddle_read_string(mode);
  return open();
}

int fclose(struct file *file) {
  __heddle_atomic_begin();
  for (unsigned i = 0; i < STREAMS; ++i)
    if (file == &streams[i]) {
      __heddle_require(__atomic_load_n(&isOpen[i], __ATOMIC_RELAXED) != 0, HEDDLE_DEFINED_BEHAVIOUR,
                       "fclose of a stream that is closed");
      __atomic_store_n(&isOpen[i], 0, __ATOMIC_RELAXED);
    }
  __heddle_atomic_end();
  __heddle_require(file != 0, HEDDLE_DEFINED_BEHAVIOUR, "fclose of a null pointer");
  return -(int)__VERIFIER_nondet_bool();
}

int feof(struct file *file) {
  (void)file;
  return __VERIFIER_nondet_bool();
}

int ferror(struct file *file) {
  (void)file;
  return __VERIFIER_nondet_bool();
}

void clearerr(struct file *file) { (void)file; }

int fseek(struct file *file, long offset, int whence) {
  (void)file, (void)offset, (void)whence;
  return -(int)__VERIFIER_nondet_bool();
}

long ftell(struct file *file) {
  (void)file;
  const long position = __VERIFIER_nondet_long();
  return position < -1 ? -1 : position;
}

void rewind(struct file *file) { (void)file; }

static int changeOf(const char *path) {
  heddle_read_string(path);
  return -(int)__VERIFIER_nondet_bool();
}

int remove(const char *path) { return changeOf(path); }
int unlink(const char *path) { return changeOf(path); }

int rename(const char *from, const char *to) {
  heddle_read_string(from);
  return changeOf(to);
}

int access(const char *path, int mode) {
  (void)mode;
  return changeOf(path);
}
