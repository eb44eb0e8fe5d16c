// The lifetimes of threads, for functions that are given a handle and must not be given that of a thread that does not
// exist any more. Joins and detaches check their handles by themselves; a program that uses none of the others pays
// nothing. program/kept_slots.cpp recognises the table by its name: the handle of a thread that has been joined is not
// given to another one.
#ifndef HEDDLE_LIFETIMES_H
#define HEDDLE_LIFETIMES_H

#include "heddle.h"

enum { HEDDLE_NEVER_STARTED, HEDDLE_JOINABLE, HEDDLE_JOINED, HEDDLE_DETACHED };
// By handle.
extern int __heddle_lifetimes[HEDDLE_MOST_HANDLES];

#define HEDDLE_TRACKS_LIFETIMES (__heddle_is_used("pthread_cancel") || __heddle_is_used("pthread_kill"))

static inline void heddle_note_lifetime(unsigned long thread, int lifetime) {
  if (HEDDLE_TRACKS_LIFETIMES && thread < HEDDLE_MOST_HANDLES)
    __atomic_store_n(&__heddle_lifetimes[thread], lifetime, __ATOMIC_RELAXED);
}

static inline void heddle_require_alive(unsigned long thread) {
  enum { MAIN = 1 };
  if (thread == (unsigned long)__heddle_self() || thread == MAIN)
    return;
  if (thread >= HEDDLE_MOST_HANDLES)
    __heddle_exceeded("the handle of one of more than 63 threads (pthread_kill)");
  const int lifetime = __atomic_load_n(&__heddle_lifetimes[thread], __ATOMIC_RELAXED);
  __heddle_require(lifetime != HEDDLE_NEVER_STARTED && lifetime != HEDDLE_JOINED, HEDDLE_LOCK_DISCIPLINE,
                   "use of a handle that names no thread, or one that has been joined");
  if (lifetime == HEDDLE_DETACHED)
    __heddle_exceeded("the handle of a detached thread, which may have ended");
}

#endif
