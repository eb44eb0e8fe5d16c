// The heap, and the checks of accesses to it.
//
// Blocks are taken from one region of addresses, each once: an address that was freed never becomes valid again, so
// that a use after free is noticed whenever it happens. Between two blocks is a gap, so that an access beyond the end
// of one is noticed, too. Accesses to the part of a stack that its thread does not use any more are noticed; other
// accesses to the stack and to static memory are not checked.
#define _GNU_SOURCE
#include "shim.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GAP = 64, ALIGNMENT = 64, PAGE = 4096 };
static const size_t regionSize = (size_t)1 << 36; // reserved, not used

struct block {
  char *begin;
  size_t size;
  unsigned allocatedAt;
  unsigned freedAt;
  bool isFreed;
};
static struct block *blocks; // by address
static size_t count;
static size_t capacity;
static char *region;
static size_t used;

static bool isInRegion(const void *address) {
  return region != NULL && (const char *)address >= region && (const char *)address < region + regionSize;
}

// The last block that begins at the address or before it.
static struct block *blockBefore(const void *address) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (blocks[middle].begin <= (const char *)address)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? NULL : &blocks[low - 1];
}

void *__heddle_allocate(size_t size, int zeroed) {
  (void)zeroed; // memory that was never used is zero
  heddlePoint();
  if (region == NULL)
    region = mmap(NULL, regionSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (count == capacity) {
    capacity = capacity == 0 ? 1024 : 2 * capacity;
    blocks = realloc(blocks, capacity * sizeof *blocks);
  }
  if (region == MAP_FAILED || blocks == NULL || size > regionSize - used - 2 * PAGE)
    heddleFinish("memory");
  // Mappings are blocks, too, and are whole pages.
  const size_t alignment = size % PAGE == 0 && size != 0 ? PAGE : ALIGNMENT;
  char *const begin = region + (used + GAP + alignment - 1) / alignment * alignment;
  used = (size_t)(begin - region) + size;
  blocks[count++] = (struct block){.begin = begin, .size = size, .allocatedAt = heddleUserPlace()};
  return begin;
}

size_t __heddle_object_size(const void *object) {
  const struct block *const block = isInRegion(object) ? blockBefore(object) : NULL;
  return block != NULL && block->begin == object ? block->size : 0;
}

bool __heddle_is_static(const void *object);

void __heddle_release(void *object) {
  heddlePoint();
  if (object == NULL)
    return;
  struct block *const block = isInRegion(object) ? blockBefore(object) : NULL;
  if (block == NULL && !__heddle_is_static(object)) {
    free(object); // of a library function that allocates itself
    return;
  }
  const unsigned place = heddleUserPlace();
  if (block == NULL || block->begin != object)
    heddleViolation(VALID_FREE, place, NO_PLACE, "free of a pointer that is not the start of a block on the heap");
  if (block->isFreed)
    heddleViolation(VALID_FREE, place, block->freedAt, "free of a block that was freed");
  const unsigned inModel = heddlePlaceOf(__builtin_return_address(0));
  heddleOrderAccess(object, block->size == 0 ? 1 : block->size, true, false, inModel);
  heddleEvent(WRITE, inModel);
  block->isFreed = true;
  block->freedAt = place;
}

// Whether the address is in the frame of a function that has returned, or of a thread that has ended.
static bool isInDeadFrame(const char *address) {
  for (unsigned i = 0; i < MOST_THREADS; ++i) {
    const struct thread *const thread = &heddleThreads[i];
    if (thread->stack == NULL || address < thread->stack || address >= thread->stackEnd)
      continue;
    const char *const end = i == heddleSelf ? __builtin_frame_address(0) : thread->frame;
    return thread->status != ACTIVE || address < end;
  }
  return false;
}

void heddleCheckAccess(const void *address, size_t size, bool isWrite, unsigned place) {
  enum { FIRST_PAGE = 4096 };
  heddleThreads[heddleSelf].accessAt = place;
  if ((uintptr_t)address < FIRST_PAGE)
    heddleViolation(VALID_DEREF, heddleUserPlace(), NO_PLACE,
                    isWrite ? "write through a null pointer" : "read through a null pointer");
  if (isInDeadFrame(address))
    heddleViolation(VALID_DEREF, heddleUserPlace(), NO_PLACE, "access to a variable of a function that has returned");
  if (!isInRegion(address))
    return;
  const struct block *const block = blockBefore(address);
  if (block == NULL || (const char *)address + size > block->begin + block->size)
    heddleViolation(VALID_DEREF, heddleUserPlace(), block == NULL ? NO_PLACE : block->allocatedAt,
                    isWrite ? "write outside of a block on the heap" : "read outside of a block on the heap");
  if (block->isFreed)
    heddleViolation(VALID_DEREF, heddleUserPlace(), block->freedAt,
                    isWrite ? "write to memory that was freed" : "read of memory that was freed");
}

void heddleCheckLeaks(void) {
  if (!isChecked(VALID_MEMTRACK))
    return;
  for (size_t i = 0; i < count; ++i)
    if (!blocks[i].isFreed && heddleIsOnLine(blocks[i].allocatedAt, heddleExpectedFile, heddleExpectedLine))
      heddleViolation(VALID_MEMTRACK, blocks[i].allocatedAt, NO_PLACE, "memory was never freed");
}
