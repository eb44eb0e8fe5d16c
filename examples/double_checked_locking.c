// Double-checked locking: create a thing once, and take the lock only while it does not exist yet.
//
// Wrong, although every interleaving of this source delivers the right answer. The first look at
// `instance` takes no lock, so it races with the write; a compiler or a processor may reorder the two
// writes, and then a reader sees the pointer before the content.
//
//   heddle verify double_checked_locking.c                           true: no interleaving shows it
//   heddle verify --property no-data-race double_checked_locking.c   false: the race on `instance`
#include <assert.h>
#include <pthread.h>

struct settings {
  int limit;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct settings storage;
static struct settings *instance;

static struct settings *getInstance(void) {
  if (!instance) {
    pthread_mutex_lock(&mutex);
    if (!instance) {
      storage.limit = 42;
      instance = &storage;
    }
    pthread_mutex_unlock(&mutex);
  }
  return instance;
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
