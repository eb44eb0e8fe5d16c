#include "thread_cache.h"

#include <errno.h>
#include <stdlib.h>

/// The cache of one thread.
struct local_cache {
  struct thread_cache *owner;
  struct free_block *blocks;
  size_t count;
};

static void push_block(struct free_block **list, struct free_block *block) {
  block->next = *list;
  *list = block;
}

/// Null if the list is empty.
static struct free_block *pop_block(struct free_block **list) {
  struct free_block *block = *list;
  if (block != NULL)
    *list = block->next;
  return block;
}

/// Moves blocks to the shared list until `keep` are left.
static void flush(struct local_cache *local, size_t keep) {
  struct thread_cache *cache = local->owner;
#ifndef WRONG_FLUSH_UNLOCKED
  pthread_mutex_lock(&cache->lock);
#endif
  while (local->count > keep) {
    push_block(&cache->shared, pop_block(&local->blocks));
    local->count--;
  }
#ifndef WRONG_FLUSH_UNLOCKED
  pthread_mutex_unlock(&cache->lock);
#endif
}

/// Called at the end of each thread that has a cache.
static void end_of_thread(void *argument) {
  struct local_cache *local = argument;
  flush(local, 0);
  free(local);
}

int thread_cache_init(struct thread_cache *cache, size_t block_size, size_t limit) {
  if (block_size == 0)
    return EINVAL;
  // A free block holds the link to the next one.
  cache->block_size = block_size < sizeof(struct free_block) ? sizeof(struct free_block) : block_size;
  cache->limit = limit;
  cache->shared = NULL;
  cache->allocated = 0;
#ifdef WRONG_NO_DESTRUCTOR
  int error = pthread_key_create(&cache->key, NULL);
#else
  int error = pthread_key_create(&cache->key, end_of_thread);
#endif
  if (error != 0)
    return error;
  error = pthread_mutex_init(&cache->lock, NULL);
  if (error != 0)
    pthread_key_delete(cache->key);
  return error;
}

size_t thread_cache_destroy(struct thread_cache *cache) {
  // Deleting a key does not call its destructor, so the cache of this thread is ended by hand; and its value is reset,
  // since otherwise the end of this thread would do so again if the key lived on.
  struct local_cache *local = pthread_getspecific(cache->key);
  if (local != NULL) {
    pthread_setspecific(cache->key, NULL);
    end_of_thread(local);
  }
  pthread_key_delete(cache->key);
  pthread_mutex_destroy(&cache->lock);
  struct free_block *block;
  while ((block = pop_block(&cache->shared)) != NULL) {
    cache->allocated--;
    free(block);
  }
  return cache->allocated;
}

/// The cache of the calling thread, which is made by its first call; null if memory is exhausted.
static struct local_cache *find_local(struct thread_cache *cache) {
  struct local_cache *local = pthread_getspecific(cache->key);
  if (local != NULL)
    return local;
  local = malloc(sizeof *local);
  if (local == NULL)
    return NULL;
  local->owner = cache;
  local->blocks = NULL;
  local->count = 0;
  if (pthread_setspecific(cache->key, local) != 0) {
    free(local);
    return NULL;
  }
  return local;
}

/// A block from the shared list, or a new one.
static struct free_block *get_shared(struct thread_cache *cache) {
  pthread_mutex_lock(&cache->lock);
  struct free_block *block = pop_block(&cache->shared);
  if (block == NULL) {
    block = malloc(cache->block_size);
    if (block == NULL) {
#ifndef WRONG_MISSING_UNLOCK
      pthread_mutex_unlock(&cache->lock);
#endif
      return NULL;
    }
    cache->allocated++;
  }
  pthread_mutex_unlock(&cache->lock);
  return block;
}

void *thread_cache_get(struct thread_cache *cache) {
  struct local_cache *local = find_local(cache);
  if (local != NULL && local->count > 0) {
    local->count--;
    return pop_block(&local->blocks);
  }
  return get_shared(cache);
}

void thread_cache_put(struct thread_cache *cache, void *block) {
  if (block == NULL)
    return;
  struct local_cache *local = find_local(cache);
  if (local == NULL) {
    // Without a cache, the block goes to the shared list: putting must not fail.
    pthread_mutex_lock(&cache->lock);
    push_block(&cache->shared, block);
    pthread_mutex_unlock(&cache->lock);
    return;
  }
  push_block(&local->blocks, block);
  local->count++;
  if (local->count > cache->limit)
    flush(local, cache->limit / 2);
}
