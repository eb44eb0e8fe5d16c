// The results of strcmp, memcmp and their relatives. C fixes only the sign: implementations return -1 or 1, the
// difference of the bytes that decide, or a multiple of it. The choice is among these and the ends of the range, so
// that proofs do not rest on one implementation; an arbitrary number would be too many values for engine explore.
#ifndef HEDDLE_COMPARING_H
#define HEDDLE_COMPARING_H

#include "heddle.h"

static inline int heddle_some_of_sign(int difference) {
  if (difference == 0)
    return 0;
  const _Bool isNegative = difference < 0;
  switch (__heddle_choose(3)) {
  case 0:
    return difference;
  case 1:
    return isNegative ? -1 : 1;
  default:
    return isNegative ? -__INT_MAX__ - 1 : __INT_MAX__;
  }
}

#endif
