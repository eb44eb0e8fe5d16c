// Double-checked locking, mended: the pointer is published with release and taken with acquire.
//
// Right. A reader that sees the pointer also sees everything that was written before it was published.
// The second look is under the lock, so it may be relaxed.
//
//   heddle verify double_checked_locking_fixed.c                           true
//   heddle verify --property no-data-race double_checked_locking_fixed.c   true
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct settings {
  int limit;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct settings storage;
static struct settings *_Atomic instance;

static struct settings *getInstance(void) {
  struct settings *result = atomic_load_explicit(&instance, memory_order_acquire);
  if (result)
    return result;
  pthread_mutex_lock(&mutex);
  result = atomic_load_explicit(&instance, memory_order_relaxed);
  if (!result) {
    storage.limit = 42;
    result = &storage;
    atomic_store_explicit(&instance, result, memory_order_release);
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

static void *user(void *argument) {
  (void)argument;
  assert(getInstance()->limit == 42);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, user, 0);
  pthread_create(&second, 0, user, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
