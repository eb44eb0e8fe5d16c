// A thread that writes and then reads, and main, which writes and goes on as a reader without giving up the lock. The
// two fields of the pair differ only while a writer is at work.
#include "rwlock.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct rwlock lock;
static struct {
  int first, second;
} pair;

static void write_pair(void) {
  assert(pair.first == pair.second);
  pair.first++;
  pair.second++;
}

static void *write_and_read(void *unused) {
  (void)unused;
  rwlock_write_lock(&lock);
  write_pair();
  rwlock_write_unlock(&lock);

  rwlock_read_lock(&lock);
  assert(pair.first == pair.second);
  rwlock_read_unlock(&lock);
  return NULL;
}

int main(void) {
  rwlock_init(&lock);
  pthread_t thread;
  pthread_create(&thread, NULL, write_and_read, NULL);

  rwlock_write_lock(&lock);
  write_pair();
  int written = pair.first;
  rwlock_downgrade(&lock);
  assert(pair.first == written);
  rwlock_read_unlock(&lock);

  pthread_join(thread, NULL);
  assert(pair.first == 2 && pair.second == 2);
  assert(rwlock_contended(&lock) <= 3);
  int destroyed = rwlock_destroy(&lock);
  assert(destroyed == 0);
  return 0;
}
