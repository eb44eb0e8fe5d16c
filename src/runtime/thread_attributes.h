// The layout that Heddle gives to the memory of pthread_attr_t (56 bytes in LP64, 36 in ILP32).
#ifndef HEDDLE_THREAD_ATTRIBUTES_H
#define HEDDLE_THREAD_ATTRIBUTES_H

#include "heddle.h"

struct heddle_attributes {
  int detached; // PTHREAD_CREATE_JOINABLE is 0, PTHREAD_CREATE_DETACHED 1
  int scope;
  int inheritsScheduling;
  int policy;
  int priority;
  heddle_size stackSize;
  heddle_size guardSize;
};

_Static_assert(sizeof(struct heddle_attributes) <= (__SIZEOF_POINTER__ == 8 ? 56 : 36), "fits into pthread_attr_t");

#endif
