// Attributes of POSIX threads. Only the detach state has an effect; the others are stored, so that a
// program reads back the values it has set, and otherwise ignored: no behaviour of threads depends on them.
#include "thread_attributes.h"
#include "errors.h"

enum { PTHREAD_STACK_MIN = 16384, DEFAULT_STACK = 8 << 20, DEFAULT_GUARD = 4096 };

int pthread_attr_init(struct heddle_attributes *attributes) {
  attributes->detached = 0;
  attributes->scope = 0;
  attributes->inheritsScheduling = 0;
  attributes->policy = 0;
  attributes->priority = 0;
  attributes->stackSize = DEFAULT_STACK;
  attributes->guardSize = DEFAULT_GUARD;
  return 0;
}

int pthread_attr_destroy(struct heddle_attributes *attributes) {
  attributes->detached = 0;
  return 0;
}

int pthread_attr_setdetachstate(struct heddle_attributes *attributes, int detached) {
  if (detached != 0 && detached != 1)
    return EINVAL;
  attributes->detached = detached;
  return 0;
}

int pthread_attr_getdetachstate(const struct heddle_attributes *attributes, int *detached) {
  *detached = attributes->detached;
  return 0;
}

int pthread_attr_setstacksize(struct heddle_attributes *attributes, heddle_size size) {
  if (size < PTHREAD_STACK_MIN)
    return EINVAL;
  attributes->stackSize = size;
  return 0;
}

int pthread_attr_getstacksize(const struct heddle_attributes *attributes, heddle_size *size) {
  *size = attributes->stackSize;
  return 0;
}

int pthread_attr_setguardsize(struct heddle_attributes *attributes, heddle_size size) {
  attributes->guardSize = size;
  return 0;
}

int pthread_attr_getguardsize(const struct heddle_attributes *attributes, heddle_size *size) {
  *size = attributes->guardSize;
  return 0;
}

int pthread_attr_setscope(struct heddle_attributes *attributes, int scope) {
  attributes->scope = scope;
  return 0;
}

int pthread_attr_getscope(const struct heddle_attributes *attributes, int *scope) {
  *scope = attributes->scope;
  return 0;
}

int pthread_attr_setinheritsched(struct heddle_attributes *attributes, int inherits) {
  attributes->inheritsScheduling = inherits;
  return 0;
}

int pthread_attr_getinheritsched(const struct heddle_attributes *attributes, int *inherits) {
  *inherits = attributes->inheritsScheduling;
  return 0;
}

int pthread_attr_setschedpolicy(struct heddle_attributes *attributes, int policy) {
  attributes->policy = policy;
  return 0;
}

int pthread_attr_getschedpolicy(const struct heddle_attributes *attributes, int *policy) {
  *policy = attributes->policy;
  return 0;
}

// struct sched_param is one int, the priority.
int pthread_attr_setschedparam(struct heddle_attributes *attributes, const int *priority) {
  attributes->priority = *priority;
  return 0;
}

int pthread_attr_getschedparam(const struct heddle_attributes *attributes, int *priority) {
  *priority = attributes->priority;
  return 0;
}
