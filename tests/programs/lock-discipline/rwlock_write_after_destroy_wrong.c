// Nor for writing, nor by an attempt.
#include <pthread.h>

static pthread_rwlock_t lock;

int main(void) {
  pthread_rwlock_init(&lock, 0);
  pthread_rwlock_destroy(&lock);
  if (pthread_rwlock_trywrlock(&lock) == 0)
    pthread_rwlock_unlock(&lock);
}
