// A callback that the program does not use is null. The function that would call it could be called by it, as far as
// the types tell.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct cache {
  void (*destruct)(void *object); // null: none
  pthread_key_t key;
  void *objects[2];
  int count;
};

static void free_object(struct cache *cache, void *object) {
  if (cache->destruct)
    cache->destruct(object);
  free(object);
}

static void free_all(struct cache *cache) {
  while (cache->count > 0)
    free_object(cache, cache->objects[--cache->count]);
}

static void thread_ended(void *argument) {
  free_all(argument);
  free_all(argument);
}

int main(void) {
  struct cache *cache = calloc(1, sizeof *cache);
  if (!cache)
    return 1;
  pthread_key_create(&cache->key, thread_ended);
  cache->objects[cache->count++] = malloc(1);
  free_all(cache);
  assert(cache->count == 0);
  free(cache);
  return 0;
}
