// No callback is set, and the function that calls it does not look.
#include <stdlib.h>

struct cache {
  void (*destruct)(void *object);
};

static void thread_ended(void *argument) { ((struct cache *)argument)->destruct(argument); }

int main(void) {
  struct cache *cache = calloc(1, sizeof *cache);
  if (!cache)
    return 1;
  void (*end)(void *) = thread_ended;
  end(cache);
  free(cache);
  return 0;
}
