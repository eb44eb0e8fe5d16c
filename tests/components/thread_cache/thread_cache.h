// An allocator for blocks of one size with a cache in each thread. Most calls touch only the cache of the calling
// thread; a shared list, under a mutex, balances the caches. Whatever a thread has in its cache when it ends goes back
// to the shared list.
//
// A block may be put by another thread than the one that got it.
#ifndef THREAD_CACHE_H
#define THREAD_CACHE_H

#include <pthread.h>
#include <stddef.h>

struct free_block {
  struct free_block *next;
};

struct thread_cache {
  size_t block_size;
  size_t limit; // blocks that a thread keeps for itself
  pthread_key_t key;
  pthread_mutex_t lock; // for all that follows
  struct free_block *shared;
  size_t allocated; // blocks that exist, in whatever place
};

/// Returns 0 or an error number; if it fails, there is nothing to destroy.
int thread_cache_init(struct thread_cache *cache, size_t block_size, size_t limit);

/// Frees the blocks of the shared list and of the calling thread. All other threads that have used the cache must have
/// ended. Returns the number of blocks that have not been put back; they still exist.
size_t thread_cache_destroy(struct thread_cache *cache);

/// A block with arbitrary content; null if memory is exhausted.
void *thread_cache_get(struct thread_cache *cache);

void thread_cache_put(struct thread_cache *cache, void *block);

#endif
