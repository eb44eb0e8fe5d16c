// How models copy memory: in words of four bytes if both addresses and the size allow it, otherwise in bytes.
// Words reduce the number of steps; larger ones would hide that a copy of a struct is several steps.
// Offsets in an object are the low bits of an address, so the test for alignment is the usual one.
#ifndef HEDDLE_COPYING_H
#define HEDDLE_COPYING_H

#include "heddle.h"

// Called after a copy, when its accesses are known to be valid. A copy of a block to itself is harmless.
static inline void heddle_require_apart(const char *target, const char *source, heddle_size size) {
  const heddle_size distance = (heddle_address)target - (heddle_address)source;
  __heddle_require(distance == 0 || (distance >= size && -distance >= size), HEDDLE_DEFINED_BEHAVIOUR,
                   "a copy whose source and target overlap");
}

static inline void heddle_copy_upward(char *target, const char *source, heddle_size size) {
  if ((((heddle_address)target | (heddle_address)source | size) & 3) == 0) {
    for (heddle_size i = 0; i < size; i += 4)
      __heddle_copy(target + i, source + i, 4);
    return;
  }
  for (heddle_size i = 0; i < size; ++i)
    __heddle_copy(target + i, source + i, 1);
}

static inline void heddle_copy_downward(char *target, const char *source, heddle_size size) {
  if ((((heddle_address)target | (heddle_address)source | size) & 3) == 0) {
    for (heddle_size i = size; i != 0; i -= 4)
      __heddle_copy(target + i - 4, source + i - 4, 4);
    return;
  }
  for (heddle_size i = size; i != 0; --i)
    __heddle_copy(target + i - 1, source + i - 1, 1);
}

#endif
