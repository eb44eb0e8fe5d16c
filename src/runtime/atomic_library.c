// The library that <stdatomic.h> uses for objects of sizes for which there is no instruction (such as a
// struct of 12 bytes): each operation is one atomic block that copies bytes.
//
// A copy inside an atomic block is sequentially consistent, and so synchronises. Where the memory order asks for less,
// the copy is relaxed instead: data that another thread has written before a relaxed store must not count as handed
// over. An order that is not a constant, which C allows, is compared when the operation is executed.
#include "heddle.h"

static _Bool acquires(int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}
static _Bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

// Inside an atomic block: from the object, and to it.
static void loadBytes(char *result, const char *object, heddle_size size, int order) {
  for (heddle_size i = 0; i < size; ++i)
    if (acquires(order))
      __heddle_copy(result + i, object + i, 1);
    else
      __heddle_copy_relaxed(result + i, object + i, 1);
}

static void storeBytes(char *object, const char *value, heddle_size size, int order) {
  for (heddle_size i = 0; i < size; ++i)
    if (releases(order))
      __heddle_copy(object + i, value + i, 1);
    else
      __heddle_copy_relaxed(object + i, value + i, 1);
}

void __heddle_atomic_load_bytes(heddle_size size, const void *object, void *result, int order) __asm__("__atomic_load");
void __heddle_atomic_load_bytes(heddle_size size, const void *object, void *result, int order) {
  __heddle_atomic_begin();
  loadBytes(result, object, size, order);
  __heddle_atomic_end();
}

void __heddle_atomic_store_bytes(heddle_size size, void *object, const void *value,
                                 int order) __asm__("__atomic_store");
void __heddle_atomic_store_bytes(heddle_size size, void *object, const void *value, int order) {
  __heddle_atomic_begin();
  storeBytes(object, value, size, order);
  __heddle_atomic_end();
}

// The value and the result may be the same memory, so each byte is read before it is overwritten.
void __heddle_atomic_exchange_bytes(heddle_size size, void *object, const void *value, void *result,
                                    int order) __asm__("__atomic_exchange");
void __heddle_atomic_exchange_bytes(heddle_size size, void *object, const void *value, void *result, int order) {
  __heddle_atomic_begin();
  for (heddle_size i = 0; i < size; ++i) {
    char old;
    loadBytes(&old, (const char *)object + i, 1, order);
    storeBytes((char *)object + i, (const char *)value + i, 1, order);
    __heddle_copy((char *)result + i, &old, 1);
  }
  __heddle_atomic_end();
}

_Bool __heddle_atomic_compare_bytes(heddle_size size, void *object, void *expected, const void *desired, int success,
                                    int failure) __asm__("__atomic_compare_exchange");
_Bool __heddle_atomic_compare_bytes(heddle_size size, void *object, void *expected, const void *desired, int success,
                                    int failure) {
  _Bool equal = 1;
  __heddle_atomic_begin();
  for (heddle_size i = 0; i < size; ++i) {
    const char *const compared = (const char *)object + i;
    const char old = acquires(success) && acquires(failure) ? *compared : __atomic_load_n(compared, __ATOMIC_RELAXED);
    if (old != ((const char *)expected)[i])
      equal = 0;
  }
  if (equal)
    for (heddle_size i = 0; i < size; ++i) {
      char old;
      loadBytes(&old, (const char *)object + i, 1, success);
      storeBytes((char *)object + i, (const char *)desired + i, 1, success);
    }
  else
    loadBytes(expected, object, size, failure);
  __heddle_atomic_end();
  return equal;
}
