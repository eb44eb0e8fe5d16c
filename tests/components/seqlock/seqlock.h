// A value of several words that many threads read and few write, such as the time of day or the state of a sensor.
// Readers do not write to shared memory, so they do not disturb each other; a reader that meets a writer tries again.
#ifndef SEQLOCK_H
#define SEQLOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEQLOCK_WORDS = 4 }; // the size of the largest value, in words

struct seqlock {
  atomic_uint version; // odd while a writer is at work
  size_t words;
  pthread_mutex_t writers;
#ifdef WRONG_PLAIN_WORDS
  uint64_t value[SEQLOCK_WORDS];
#else
  _Atomic(uint64_t) value[SEQLOCK_WORDS];
#endif
};

/// Returns 0, or an error number: EINVAL if a value of this size does not fit.
int seqlock_init(struct seqlock *lock, const uint64_t *value, size_t words);

/// No other thread may use the lock any more.
int seqlock_destroy(struct seqlock *lock);

/// Replaces the whole value.
void seqlock_write(struct seqlock *lock, const uint64_t *value);

/// Changes the value by a function, which is called once with the current value and no other writer at work. The value
/// stays as it is if the function returns false.
bool seqlock_update(struct seqlock *lock, bool (*change)(uint64_t *value, void *context), void *context);

/// Copies the value as some writer has left it, and returns its version, which increases with each write.
unsigned seqlock_read(struct seqlock *lock, uint64_t *value);

/// As seqlock_read, but tries only once: false if a writer was in the way. The copy may be inconsistent then.
bool seqlock_try_read(struct seqlock *lock, uint64_t *value, unsigned *version);

#endif
