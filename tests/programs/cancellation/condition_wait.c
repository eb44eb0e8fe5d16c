// A thread that waits for a condition is cancelled: its handler unlocks the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, waits;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *worker(void *argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  waits = 1;
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  waits = 0;
  pthread_cleanup_pop(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  pthread_mutex_lock(&lock);
  assert(result == PTHREAD_CANCELED && waits == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
