// A thread uses the arena in a section while main resets it: the memory of the section stays valid until its end.
#include "arena.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define OBJECT _Alignof(max_align_t)

static struct arena *arena;

static void *use(void *unused) {
  (void)unused;
  arena_begin(arena);
  char *text = arena_copy_string(arena, "sixteen letters.");
  int *number = arena_allocate(arena, sizeof *number);
  assert(text && number);
  *number = 1;
  assert(text[0] == 's' && *number == 1);
  arena_end(arena);
  return NULL;
}

int main(void) {
  arena = arena_create(OBJECT, 0);
  if (!arena)
    return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  arena_reset(arena);
  pthread_join(thread, NULL);
  arena_reset(arena);
  assert(arena_size(arena) == OBJECT);
  arena_destroy(arena);
  return 0;
}
