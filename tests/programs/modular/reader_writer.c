// Readers share the lock, a writer has it alone.
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
  pthread_rwlock_wrlock(&lock);
  data++;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&t, 0, writer, 0);
  }
}
