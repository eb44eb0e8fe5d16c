// The words are atomic, though without order, since a reader may copy them while a writer changes them; the copy is
// then thrown away. The fences order them with the version, as described by Boehm (Can Seqlocks Get Along with
// Programming Language Memory Models?, 2012).
#include "seqlock.h"

#include <errno.h>
#include <sched.h>

static uint64_t load_word(struct seqlock *lock, size_t index) {
#ifdef WRONG_PLAIN_WORDS
  return lock->value[index];
#else
  return atomic_load_explicit(&lock->value[index], memory_order_relaxed);
#endif
}

static void store_word(struct seqlock *lock, size_t index, uint64_t word) {
#ifdef WRONG_PLAIN_WORDS
  lock->value[index] = word;
#else
  atomic_store_explicit(&lock->value[index], word, memory_order_relaxed);
#endif
}

int seqlock_init(struct seqlock *lock, const uint64_t *value, size_t words) {
  if (words == 0 || words > SEQLOCK_WORDS)
    return EINVAL;
  const int error = pthread_mutex_init(&lock->writers, NULL);
  if (error != 0)
    return error;
  lock->words = words;
  for (size_t i = 0; i < words; i++)
    store_word(lock, i, value[i]);
  atomic_init(&lock->version, 0);
  return 0;
}

int seqlock_destroy(struct seqlock *lock) { return pthread_mutex_destroy(&lock->writers); }

/// To be called with the mutex held.
static void publish(struct seqlock *lock, const uint64_t *value) {
  const unsigned version = atomic_load_explicit(&lock->version, memory_order_relaxed);
  atomic_store_explicit(&lock->version, version + 1, memory_order_relaxed);
  // A reader that sees one of the new words also sees the odd version.
  atomic_thread_fence(memory_order_release);
  for (size_t i = 0; i < lock->words; i++)
    store_word(lock, i, value[i]);
  atomic_store_explicit(&lock->version, version + 2, memory_order_release);
}

void seqlock_write(struct seqlock *lock, const uint64_t *value) {
  pthread_mutex_lock(&lock->writers);
  publish(lock, value);
  pthread_mutex_unlock(&lock->writers);
}

bool seqlock_update(struct seqlock *lock, bool (*change)(uint64_t *value, void *context), void *context) {
  uint64_t value[SEQLOCK_WORDS];
#ifdef WRONG_UPDATE_STALE
  seqlock_read(lock, value);
  pthread_mutex_lock(&lock->writers);
#else
  pthread_mutex_lock(&lock->writers);
  for (size_t i = 0; i < lock->words; i++)
    value[i] = load_word(lock, i);
#endif
  if (!change(value, context)) {
#ifndef WRONG_MISSING_UNLOCK
    pthread_mutex_unlock(&lock->writers);
#endif
    return false;
  }
  publish(lock, value);
  pthread_mutex_unlock(&lock->writers);
  return true;
}

bool seqlock_try_read(struct seqlock *lock, uint64_t *value, unsigned *version) {
  const unsigned before = atomic_load_explicit(&lock->version, memory_order_acquire);
  if (before % 2 != 0)
    return false;
  for (size_t i = 0; i < lock->words; i++)
    value[i] = load_word(lock, i);
#ifdef WRONG_NO_RECHECK
  *version = before;
  return true;
#else
  // The words are read before the version is read again.
  atomic_thread_fence(memory_order_acquire);
  *version = before;
  return atomic_load_explicit(&lock->version, memory_order_relaxed) == before;
#endif
}

unsigned seqlock_read(struct seqlock *lock, uint64_t *value) {
  unsigned version;
  while (!seqlock_try_read(lock, value, &version))
    sched_yield(); // The writer may need this processor.
  return version;
}
