// A thread that did not get the mutex counts its attempt in the summary.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t refresh_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  unsigned generation;
  unsigned checksum;
} summary;

static void refresh(unsigned value) {
  summary.generation++;
  summary.checksum = 31 * summary.checksum + value;
}

static int try_refresh(unsigned value) {
  if (pthread_mutex_trylock(&refresh_mutex) != 0)
    return (int)summary.generation++;
  refresh(value);
  pthread_mutex_unlock(&refresh_mutex);
  return 1;
}

static void *worker(void *argument) {
  unsigned skipped = 0;
  for (unsigned i = 0; __VERIFIER_nondet_bool(); i++)
    if (!try_refresh(i))
      skipped++;
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
