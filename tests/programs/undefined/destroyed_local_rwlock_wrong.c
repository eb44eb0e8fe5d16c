// A read-write lock on the stack is used after its destruction.
#include <pthread.h>
int main(void) {
  pthread_rwlock_t o;
  pthread_rwlock_init(&o, 0);
  pthread_rwlock_destroy(&o);
  pthread_rwlock_rdlock(&o);
  pthread_rwlock_unlock(&o);
  return 0;
}
