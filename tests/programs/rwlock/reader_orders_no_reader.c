// One reader's unlock does not order another reader's lock after it, even when an atomic shows it came first.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int left;
int x;

void *worker(void *arg) {
  pthread_rwlock_rdlock(&lock);
  x = 1;
  pthread_rwlock_unlock(&lock);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (atomic_load_explicit(&left, memory_order_relaxed) == 1) {
    pthread_rwlock_rdlock(&lock);
    if (x != 1)
      reach_error();
    pthread_rwlock_unlock(&lock);
  }
  pthread_join(t, 0);
  return 0;
}
