// The result of a try decides; a read lock may be nested.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data, sum;

void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    int seen = data;
    pthread_rwlock_unlock(&lock);
  }
  int again = data;
  pthread_rwlock_unlock(&lock);
  return 0;
}

void *writer(void *argument) {
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    data++;
    pthread_rwlock_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, reader, 0);
  pthread_create(&u, 0, writer, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
