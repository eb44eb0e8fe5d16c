// The same with an atomic flag, release and acquire.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int initialised;
int value;

static int get(void) {
  if (!atomic_load_explicit(&initialised, memory_order_acquire)) {
    pthread_mutex_lock(&m);
    if (!atomic_load_explicit(&initialised, memory_order_relaxed)) {
      value = 3;
      atomic_store_explicit(&initialised, 1, memory_order_release);
    }
    pthread_mutex_unlock(&m);
  }
  return value;
}

void *worker(void *arg) {
  if (get() != 3)
    reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
