// The contention is counted before the mutex is taken.
#include <pthread.h>
#include <stdatomic.h>

_Bool __VERIFIER_nondet_bool(void);

struct counted_lock {
  pthread_mutex_t mutex;
  unsigned contended; // under the mutex
};

static struct counted_lock lock = {PTHREAD_MUTEX_INITIALIZER, 0};
static int resource;

static void acquire(struct counted_lock *counted) {
  if (pthread_mutex_trylock(&counted->mutex) == 0)
    return;
  counted->contended++;
  pthread_mutex_lock(&counted->mutex);
}

static void release(struct counted_lock *counted) { pthread_mutex_unlock(&counted->mutex); }

static void *worker(void *argument) {
  do {
    acquire(&lock);
    resource++;
    release(&lock);
  } while (__VERIFIER_nondet_bool());
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, worker, 0);
  return 0;
}
