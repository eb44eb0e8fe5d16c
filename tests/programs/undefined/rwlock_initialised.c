// As above, initialised.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int x;
int main(void) {
  pthread_rwlock_t l;
  pthread_rwlock_init(&l, 0);
  if (pthread_rwlock_tryrdlock(&l) == 0)
    x = 1;
  assert(x == 1);
  return 0;
}
