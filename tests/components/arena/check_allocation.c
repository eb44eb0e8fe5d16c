// Two threads allocate from chunks that hold two objects each: no memory is handed out twice.
#include "arena.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define OBJECT _Alignof(max_align_t)

static struct arena *arena;

static int *allocate(int value) {
  int *object = arena_allocate(arena, OBJECT);
  if (object)
    *object = value;
  return object;
}

static void *allocate_twice(void *unused) {
  (void)unused;
  arena_begin(arena);
  int *first = allocate(1);
  int *second = allocate(2);
  assert(!first || *first == 1);
  assert(!second || *second == 2);
  arena_end(arena);
  return NULL;
}

int main(void) {
  arena = arena_create(2 * OBJECT, 0);
  if (!arena)
    return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, allocate_twice, NULL);
  arena_begin(arena);
  int *first = allocate(3);
  int *second = allocate(4);
  pthread_join(thread, NULL);
  assert(!first || *first == 3);
  assert(!second || *second == 4);
  arena_end(arena);
  arena_destroy(arena);
  return 0;
}
