// How large the objects are that executions are followed with: those that the interpreter has room for
// (interpreter/limits.hpp). An engine that has no such limit must not find what cannot be replayed.
#ifndef HEDDLE_OBJECT_SIZE_H
#define HEDDLE_OBJECT_SIZE_H

#include "heddle.h"

static inline void heddle_require_room(heddle_size size) {
  if (size > (heddle_size)1 << 28)
    __heddle_limited("an object of more than 256 MB does not fit into the modelled memory");
}

#endif
