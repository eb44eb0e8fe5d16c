// The writer writes although it did not get the lock.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data, sum;

void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  int seen = data;
  pthread_rwlock_unlock(&lock);
  return 0;
}

void *writer(void *argument) {
  int result = pthread_rwlock_trywrlock(&lock);
  data++;
  if (result == 0)
    pthread_rwlock_unlock(&lock);
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
