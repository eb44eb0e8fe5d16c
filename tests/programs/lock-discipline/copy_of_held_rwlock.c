// The copy of a read-write lock that is held must not be unlocked.
#include <pthread.h>
static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b;
int main(void) {
  pthread_rwlock_rdlock(&a);
  b = a;
  pthread_rwlock_unlock(&b);
  return 0;
}
