// Blocks of memory that a function only reads, or fills with input.
#ifndef HEDDLE_BLOCKS_H
#define HEDDLE_BLOCKS_H

#include "heddle.h"

unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);

// Reads a block whose content does not matter. If the size is a constant, one arbitrary part of it is read: a part
// whose reading violates a property is among the choices, and reading all parts would cost a step for each. Parts are
// words where that is possible, so that they are what the program itself accesses.
static inline void heddle_read_block(const void *block, heddle_size size) {
  const char *const bytes = block;
  if (size == 0)
    return;
  const _Bool inWords = (((heddle_address)block | size) & 3) == 0;
  if (__heddle_is_constant(size)) {
    if (inWords)
      __heddle_touch(bytes + 4 * (heddle_size)__heddle_choose((unsigned)(size / 4)), 4);
    else
      __heddle_touch(bytes + __heddle_choose((unsigned)size), 1);
    return;
  }
  if (inWords)
    for (heddle_size i = 0; i < size; i += 4)
      __heddle_touch(bytes + i, 4);
  else
    for (heddle_size i = 0; i < size; ++i)
      __heddle_touch(bytes + i, 1);
}

// Fills a block with input, in words where that is possible.
static inline void heddle_fill_block(void *block, heddle_size size) {
  char *const bytes = block;
  if ((((heddle_address)block | size) & 3) == 0) {
    for (heddle_size i = 0; i < size; i += 4)
      *(unsigned *)(void *)(bytes + i) = __VERIFIER_nondet_uint();
    return;
  }
  for (heddle_size i = 0; i < size; ++i)
    bytes[i] = (char)__VERIFIER_nondet_uchar();
}

#endif
