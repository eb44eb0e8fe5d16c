// Dynamic memory. With --malloc-may-fail, an allocation may fail at any time, and fails if its size is impossible.
// Without, allocations do not fail: an execution that asks for an impossible size ends like one whose assumption
// fails, instead of continuing with a null pointer that the user has excluded. malloc(0) returns a unique pointer that
// must not be dereferenced. realloc always moves the object: programs must not rely on its address staying the same,
// and using the old pointer is a use after free.
#include "copying.h"
#include "errors.h"
#include "object_size.h"

static const heddle_size largest = (heddle_size)-1 / 2;

static _Bool fails(_Bool isPossible) {
  if (__heddle_malloc_may_fail())
    return !isPossible || __heddle_happens("returns NULL");
  __heddle_assume(isPossible);
  return 0;
}

void *malloc(heddle_size size) {
  if (fails(size <= largest))
    return 0;
  heddle_require_room(size);
  return __heddle_allocate(size, 0);
}

// A product that does not fit is no size that might be allocated: calloc returns null, whatever the options.
void *calloc(heddle_size count, heddle_size size) {
  heddle_size product;
  if (__builtin_mul_overflow(count, size, &product))
    return 0;
  if (fails(product <= largest))
    return 0;
  heddle_require_room(product);
  return __heddle_allocate(product, 1);
}

void free(void *object) { __heddle_release(object); }

// Size 0 frees, as in glibc.
void *realloc(void *object, heddle_size size) {
  if (!object)
    return malloc(size);
  if (size == 0) {
    __heddle_release(object);
    return 0;
  }
  if (fails(size <= largest))
    return 0;
  heddle_require_room(size);
  const heddle_size old = __heddle_object_size(object);
  char *const moved = __heddle_allocate(size, 0);
  heddle_copy_upward(moved, object, old < size ? old : size);
  __heddle_release(object);
  return moved;
}

void *reallocarray(void *object, heddle_size count, heddle_size size) {
  if (size != 0 && count > largest / size && fails(0))
    return 0;
  return realloc(object, count * size);
}

// Every object has any alignment: the low bits of an address are the offset in the object.
void *aligned_alloc(heddle_size alignment, heddle_size size) {
  (void)alignment;
  return malloc(size);
}

void *memalign(heddle_size alignment, heddle_size size) {
  (void)alignment;
  return malloc(size);
}

void *valloc(heddle_size size) { return malloc(size); }

int posix_memalign(void **object, heddle_size alignment, heddle_size size) {
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  void *const fresh = malloc(size);
  if (!fresh)
    return ENOMEM;
  *object = fresh;
  return 0;
}
