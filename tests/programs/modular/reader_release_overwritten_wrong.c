// A store into the read-write lock ends what its reader has released.
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data;

void *reader(void *argument) {
  pthread_rwlock_rdlock(&lock);
  int copy = data;
  pthread_rwlock_unlock(&lock);
  return (void *)(long)copy;
}

void *writer(void *argument) {
  __atomic_store_n((int *)&lock + 13, 0, __ATOMIC_RELAXED);
  pthread_rwlock_wrlock(&lock);
  data = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, reader, 0);
  pthread_create(&u, 0, writer, 0);
  return 0;
}
