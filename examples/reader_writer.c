// A reader-writer lock: many readers at once, or one writer alone.
//
// Right. The writer keeps `low + high` at 100; no reader sees the state between its two writes.
//
//   heddle verify reader_writer.c                            true
//   heddle verify --property no-data-race reader_writer.c    true: readers do not race with each other
//   heddle verify --property no-deadlock reader_writer.c     true
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int low = 50, high = 50; // protected by lock

static void *reader(void *argument) {
  (void)argument;
  pthread_rwlock_rdlock(&lock);
  assert(low + high == 100);
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void *writer(void *argument) {
  (void)argument;
  pthread_rwlock_wrlock(&lock);
  low -= 10;
  high += 10;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_create(&threads[2], 0, writer, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
  assert(low == 40 && high == 60);
  return 0;
}
