// Wrong: a relaxed flag does not order the initialisation before the use.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m;
atomic_bool ready;

void *worker(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_init(&m, 0);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  pthread_join(t, 0);
  return 0;
}
