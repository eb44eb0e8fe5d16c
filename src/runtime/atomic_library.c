// The library that <stdatomic.h> uses for objects of sizes for which there is no instruction (such as a
// struct of 12 bytes): each operation is one atomic block that copies bytes. Accesses inside atomic
// blocks are sequentially consistent, which is at least as strong as every memory order.
#include "heddle.h"

static void copyBytes(char *target, const char *source, heddle_size size) {
  for (heddle_size i = 0; i < size; ++i)
    __heddle_copy(target + i, source + i, 1);
}

void __heddle_atomic_load_bytes(heddle_size size, const void *object, void *result, int order) __asm__("__atomic_load");
void __heddle_atomic_load_bytes(heddle_size size, const void *object, void *result, int order) {
  (void)order;
  __heddle_atomic_begin();
  copyBytes(result, object, size);
  __heddle_atomic_end();
}

void __heddle_atomic_store_bytes(heddle_size size, void *object, const void *value,
                                 int order) __asm__("__atomic_store");
void __heddle_atomic_store_bytes(heddle_size size, void *object, const void *value, int order) {
  (void)order;
  __heddle_atomic_begin();
  copyBytes(object, value, size);
  __heddle_atomic_end();
}

void __heddle_atomic_exchange_bytes(heddle_size size, void *object, const void *value, void *result,
                                    int order) __asm__("__atomic_exchange");
void __heddle_atomic_exchange_bytes(heddle_size size, void *object, const void *value, void *result, int order) {
  (void)order;
  __heddle_atomic_begin();
  for (heddle_size i = 0; i < size; ++i) {
    char old;
    __heddle_copy(&old, (const char *)object + i, 1);
    __heddle_copy((char *)object + i, (const char *)value + i, 1);
    __heddle_copy((char *)result + i, &old, 1);
  }
  __heddle_atomic_end();
}

_Bool __heddle_atomic_compare_bytes(heddle_size size, void *object, void *expected, const void *desired, int success,
                                    int failure) __asm__("__atomic_compare_exchange");
_Bool __heddle_atomic_compare_bytes(heddle_size size, void *object, void *expected, const void *desired, int success,
                                    int failure) {
  (void)success, (void)failure;
  _Bool equal = 1;
  __heddle_atomic_begin();
  for (heddle_size i = 0; i < size; ++i)
    if (((const char *)object)[i] != ((const char *)expected)[i])
      equal = 0;
  if (equal)
    copyBytes(object, desired, size);
  else
    copyBytes(expected, object, size);
  __heddle_atomic_end();
  return equal;
}
