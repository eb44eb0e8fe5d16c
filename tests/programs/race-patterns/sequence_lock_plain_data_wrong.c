// The data are plain: a reader that will retry has raced already.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

static atomic_uint sequence;
static int latitude, longitude;
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
static unsigned moves; // under the mutex of the writers

static void set_position(int new_latitude, int new_longitude) {
  pthread_mutex_lock(&writers);
  atomic_fetch_add(&sequence, 1);
  latitude = new_latitude;
  longitude = new_longitude;
  atomic_fetch_add(&sequence, 1);
  moves++;
  pthread_mutex_unlock(&writers);
}

static int distance(void) {
  unsigned before, after;
  int result;
  do {
    before = atomic_load(&sequence);
    result = latitude - longitude;
    after = atomic_load(&sequence);
  } while (before % 2 != 0 || before != after);
  return result;
}

static void *writer(void *argument) {
  for (int i = 0; __VERIFIER_nondet_bool(); i = (i + 1) % 90)
    set_position(i, i + 1);
  return 0;
}

static void *reader(void *argument) { return (void *)(long)distance(); }

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool()) {
    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}
