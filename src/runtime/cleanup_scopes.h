// Scopes of pthread_cleanup_push, from the side of setjmp and longjmp: a jump out of such a scope, or into one, is
// undefined behaviour. A program without such scopes pays nothing.
#ifndef HEDDLE_CLEANUP_SCOPES_H
#define HEDDLE_CLEANUP_SCOPES_H

#include "heddle.h"

struct cleanup_scope;
extern _Thread_local struct cleanup_scope *__heddle_innermost_scope;

#define HEDDLE_USES_CLEANUP_SCOPES __heddle_is_used("__pthread_register_cancel")

// After the two words of a buffer that the front end uses.
enum { HEDDLE_SCOPE_IN_BUFFER = 2 };

static inline void heddle_save_scope(void *buffer) {
  if (HEDDLE_USES_CLEANUP_SCOPES)
    ((struct cleanup_scope **)buffer)[HEDDLE_SCOPE_IN_BUFFER] = __heddle_innermost_scope;
}

static inline void heddle_require_scope(void *buffer) {
  if (HEDDLE_USES_CLEANUP_SCOPES)
    __heddle_require(((struct cleanup_scope **)buffer)[HEDDLE_SCOPE_IN_BUFFER] == __heddle_innermost_scope,
                     HEDDLE_DEFINED_BEHAVIOUR, "longjmp out of a scope of pthread_cleanup_push, or into one");
}

#endif
