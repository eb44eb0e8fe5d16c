// A lock that prefers writers has fewer interleavings, but a reader may wait that would not wait otherwise.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t lock;
int value;

void *worker(void *arg) {
  (void)arg;
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_t t;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
  pthread_create(&t, 0, worker, 0);
  pthread_rwlock_rdlock(&lock);
  assert(value == 0 || value == 1);
  pthread_rwlock_unlock(&lock);
  pthread_join(t, 0);
  return 0;
}
