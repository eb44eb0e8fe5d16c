// A reader that asks for the write lock waits for itself.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  if (x == 0) {
    pthread_rwlock_wrlock(&lock);
    x = 1;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return 0;
}
