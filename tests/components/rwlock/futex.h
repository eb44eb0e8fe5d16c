// Waiting for a word of memory to change, as the futexes of Linux offer it.
//
// Both implementations share one contract: a wait may end at any time, so callers check their condition again.
#ifndef FUTEX_H
#define FUTEX_H

#include <stdatomic.h>
#include <time.h>

typedef atomic_uint futex_word;

/// Blocks while `*word` is `expected`, until futex_wake is called for the word. The comparison and the start of the
/// wait are one step as far as futex_wake is concerned.
void futex_wait(futex_word *word, unsigned expected);

/// The same, until the deadline (CLOCK_REALTIME) at the latest. Returns 0 or ETIMEDOUT.
int futex_wait_until(futex_word *word, unsigned expected, const struct timespec *deadline);

/// Ends at least one wait for the word, if there is any.
void futex_wake_one(futex_word *word);

/// Ends all waits for the word.
void futex_wake_all(futex_word *word);

#endif
