// The statistics are updated without the lock if it is taken, which the other thread does once, for a moment.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ticks;
static int hits;

static void *worker(void *arg) {
  for (int i = 0; i < 150; ++i)
    atomic_fetch_add(&ticks, 1);
  pthread_mutex_lock(&lock);
  hits = hits + 1;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 150; ++i)
    atomic_fetch_add(&ticks, 1);
  return arg;
}

static void *sampler(void *arg) {
  const int busy = pthread_mutex_trylock(&lock);
  hits = 0;
  if (!busy)
    pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, sampler, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
