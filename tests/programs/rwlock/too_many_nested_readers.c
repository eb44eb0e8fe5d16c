// Nothing is wrong, but a thread that holds so many read locks is unsupported if holders are checked.
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  for (int i = 0; i < 16; ++i)
    pthread_rwlock_rdlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) != 0);
  return 0;
}
