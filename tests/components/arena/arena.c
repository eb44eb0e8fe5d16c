// Allocation advances the number of used bytes of the current chunk by compare-and-exchange. Only when a chunk has no
// room left does a thread take the lock, and adds a chunk if no other thread has done so before. Full chunks stay in a
// list after the current one, so that their memory remains valid until a reset.
//
// A compare-and-exchange is preferred over fetch-and-add, which would let `used` run over the end of a full chunk.
#include "arena.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT _Alignof(max_align_t)

struct chunk {
  struct chunk *older;
  size_t capacity;
  atomic_size_t used;
  _Alignas(max_align_t) unsigned char memory[];
};

struct arena {
  _Atomic(struct chunk *) current; // written under the lock
  size_t chunk_size;
  size_t limit;

  pthread_mutex_t lock; // protects what follows
  pthread_cond_t sections_ended;
  pthread_cond_t reset_ended;
#ifdef WRONG_UNLOCKED_END
  atomic_size_t sections;
#else
  size_t sections;
#endif
  bool resetting;
  size_t size; // of all chunks
};

static struct chunk *new_chunk(size_t capacity, struct chunk *older) {
  struct chunk *chunk = malloc(sizeof *chunk + capacity);
  if (!chunk)
    return NULL;
  chunk->older = older;
  chunk->capacity = capacity;
  atomic_init(&chunk->used, 0);
  return chunk;
}

struct arena *arena_create(size_t chunk_size, size_t limit) {
  struct arena *arena = calloc(1, sizeof *arena);
  if (!arena)
    return NULL;
  struct chunk *first = new_chunk(chunk_size, NULL);
  if (!first) {
#ifndef WRONG_LEAK
    free(arena);
#endif
    return NULL;
  }
  atomic_init(&arena->current, first);
  arena->chunk_size = chunk_size;
  arena->limit = limit;
  arena->size = chunk_size;
  pthread_mutex_init(&arena->lock, NULL);
  pthread_cond_init(&arena->sections_ended, NULL);
  pthread_cond_init(&arena->reset_ended, NULL);
  return arena;
}

void arena_destroy(struct arena *arena) {
  if (!arena)
    return;
  struct chunk *chunk = atomic_load(&arena->current);
  while (chunk) {
    struct chunk *older = chunk->older;
    free(chunk);
    chunk = older;
  }
  pthread_cond_destroy(&arena->reset_ended);
  pthread_cond_destroy(&arena->sections_ended);
  pthread_mutex_destroy(&arena->lock);
  free(arena);
}

void arena_begin(struct arena *arena) {
  pthread_mutex_lock(&arena->lock);
  while (arena->resetting)
    pthread_cond_wait(&arena->reset_ended, &arena->lock);
  arena->sections++;
  pthread_mutex_unlock(&arena->lock);
}

void arena_end(struct arena *arena) {
#ifdef WRONG_UNLOCKED_END
  // Between the test of arena_reset and its wait, this signal reaches no thread.
  if (atomic_fetch_sub(&arena->sections, 1) == 1)
    pthread_cond_signal(&arena->sections_ended);
#else
  pthread_mutex_lock(&arena->lock);
  if (--arena->sections == 0)
    pthread_cond_broadcast(&arena->sections_ended);
  pthread_mutex_unlock(&arena->lock);
#endif
}

/// Memory of the chunk; null if it has no room.
static void *take(struct chunk *chunk, size_t size) {
  size_t used = atomic_load(&chunk->used);
#ifdef WRONG_LOAD_AND_STORE
  if (chunk->capacity - used < size)
    return NULL;
  atomic_store(&chunk->used, used + size);
#else
  do {
    if (chunk->capacity - used < size)
      return NULL;
  } while (!atomic_compare_exchange_weak(&chunk->used, &used, used + size));
#endif
  return &chunk->memory[used];
}

/// Adds a chunk with room for `size` bytes, unless another thread has replaced the chunk that was `full`. False if
/// there is not enough memory.
static bool grow(struct arena *arena, struct chunk *full, size_t size) {
  const size_t capacity = size > arena->chunk_size ? size : arena->chunk_size;
#ifdef WRONG_GROW
  // Two threads may both add a chunk to the same one; the first is lost.
  struct chunk *chunk = new_chunk(capacity, full);
  if (!chunk)
    return false;
  pthread_mutex_lock(&arena->lock);
  arena->size += capacity;
  atomic_store(&arena->current, chunk);
  pthread_mutex_unlock(&arena->lock);
  return true;
#else
  bool has_grown = true;
  pthread_mutex_lock(&arena->lock);
  if (atomic_load(&arena->current) == full) {
    const bool is_allowed = arena->limit == 0 || capacity <= arena->limit - arena->size;
    struct chunk *chunk = is_allowed ? new_chunk(capacity, full) : NULL;
    has_grown = chunk != NULL;
    if (chunk) {
      arena->size += capacity;
      atomic_store(&arena->current, chunk);
    }
  }
  pthread_mutex_unlock(&arena->lock);
  return has_grown;
#endif
}

void *arena_allocate(struct arena *arena, size_t size) {
  if (size > SIZE_MAX / 2)
    return NULL;
  size = size == 0 ? ALIGNMENT : (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  for (;;) {
    struct chunk *chunk = atomic_load(&arena->current);
    void *memory = take(chunk, size);
    if (memory)
      return memory;
    if (!grow(arena, chunk, size))
      return NULL;
  }
}

char *arena_copy_string(struct arena *arena, const char *string) {
#ifdef WRONG_LENGTH
  const size_t size = strlen(string);
#else
  const size_t size = strlen(string) + 1;
#endif
  char *copy = arena_allocate(arena, size);
  if (copy)
    strcpy(copy, string);
  return copy;
}

void arena_reset(struct arena *arena) {
  pthread_mutex_lock(&arena->lock);
  // Two resets at the same time: the second one finds the arena reset, but sections may have begun in between.
  while (arena->resetting)
    pthread_cond_wait(&arena->reset_ended, &arena->lock);
  arena->resetting = true;
#ifdef WRONG_SPURIOUS
  if (arena->sections > 0)
    pthread_cond_wait(&arena->sections_ended, &arena->lock);
#else
  while (arena->sections > 0)
    pthread_cond_wait(&arena->sections_ended, &arena->lock);
#endif

  struct chunk *chunk = atomic_load(&arena->current);
  while (chunk->older) {
    struct chunk *older = chunk->older;
    arena->size -= chunk->capacity;
    free(chunk);
    chunk = older;
  }
  atomic_store(&chunk->used, 0);
  atomic_store(&arena->current, chunk);

  arena->resetting = false;
  pthread_cond_broadcast(&arena->reset_ended);
  pthread_mutex_unlock(&arena->lock);
}

size_t arena_size(struct arena *arena) {
  pthread_mutex_lock(&arena->lock);
  size_t size = arena->size;
  pthread_mutex_unlock(&arena->lock);
  return size;
}
