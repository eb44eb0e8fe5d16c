// Main takes the read lock twice while a writer with a deadline comes in between. The second lock lets the writer
// pass, which main itself keeps out, until the writer gives up; then main must go on.
#include "rwlock.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static struct rwlock lock;
static int value;

static void *write_soon(void *unused) {
  (void)unused;
  const struct timespec deadline = {0, 0}; // a wait may take any time until it ends
  int result = rwlock_write_lock_until(&lock, &deadline);
  assert(result == 0 || result == ETIMEDOUT);
  if (result == 0) {
    value = 1;
    rwlock_write_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  rwlock_init(&lock);
  pthread_t writer;
  pthread_create(&writer, NULL, write_soon, NULL);
  rwlock_read_lock(&lock);
  int seen = value;
  rwlock_read_lock(&lock);
  assert(value == seen);
  rwlock_read_unlock(&lock);
  assert(value == seen);
  rwlock_read_unlock(&lock);
  pthread_join(writer, NULL);
  int destroyed = rwlock_destroy(&lock);
  assert(destroyed == 0);
  return 0;
}
