// Anonymous mappings of memory. A mapping is an object of whole pages, filled with zeros. It is no leak if it is never
// unmapped: the table of mappings keeps it.
#include "errors.h"
#include "heddle.h"
#include "object_size.h"

enum { PAGE = 4096, MAPPINGS = 16, READ_AND_WRITE = 3, FIXED = 0x10, ANONYMOUS = 0x20 };

static void *mappings[MAPPINGS];

static const heddle_size largest = (heddle_size)-1 / 2;

static heddle_size pages(heddle_size length) { return (length + PAGE - 1) / PAGE * PAGE; }

static void *failed(int error) {
  *__errno_location() = error;
  return (void *)-1;
}

void *mmap(void *address, heddle_size length, int protection, int flags, int file, long offset) {
  (void)address, (void)file, (void)offset;
  if ((flags & ANONYMOUS) == 0)
    __heddle_unsupported("a mapping of a file (mmap)");
  if ((flags & FIXED) != 0)
    __heddle_unsupported("a mapping at a given address (mmap)");
  if ((protection & READ_AND_WRITE) != READ_AND_WRITE)
    __heddle_unsupported("a mapping that must not be read and written (mmap)");
  if (length == 0)
    return failed(EINVAL);
  if (__heddle_malloc_may_fail()) {
    if (length > largest || __heddle_happens("returns MAP_FAILED"))
      return failed(ENOMEM);
  } else {
    __heddle_assume(length <= largest);
  }
  heddle_require_room(pages(length));
  void *const mapping = __heddle_allocate(pages(length), 1);
  __heddle_atomic_begin();
  int place = 0;
  while (place < MAPPINGS && __atomic_load_n(&mappings[place], __ATOMIC_RELAXED) != 0)
    ++place;
  if (place == MAPPINGS)
    __heddle_exceeded("more than 16 mappings of memory (mmap)");
  __atomic_store_n(&mappings[place], mapping, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  return mapping;
}

void *mmap64(void *address, heddle_size length, int protection, int flags, int file, long long offset) {
  return mmap(address, length, protection, flags, file, (long)offset);
}

int munmap(void *address, heddle_size length) {
  if (length == 0 || (heddle_address)address % PAGE != 0) {
    *__errno_location() = EINVAL;
    return -1;
  }
  __heddle_atomic_begin();
  int place = 0;
  while (place < MAPPINGS && __atomic_load_n(&mappings[place], __ATOMIC_RELAXED) != address)
    ++place;
  if (place == MAPPINGS || pages(length) != __heddle_object_size(address))
    __heddle_unsupported("the end of a part of a mapping, or of several (munmap)");
  __atomic_store_n(&mappings[place], 0, __ATOMIC_RELAXED);
  __heddle_atomic_end();
  __heddle_release(address);
  return 0;
}

// Advice and locks of memory have no effect, except advice that changes the content.
int madvise(void *address, heddle_size length, int advice) {
  enum { DONTNEED = 4, FREE = 8, REMOVE = 9 };
  (void)address, (void)length;
  if (advice == DONTNEED || advice == FREE || advice == REMOVE)
    __heddle_unsupported("advice that discards the content of memory (madvise)");
  return 0;
}
