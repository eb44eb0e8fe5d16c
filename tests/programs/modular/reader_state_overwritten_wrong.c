// In one atomic block, a thread takes the read lock and resets the word that counts the readers.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int data;

void *reader(void *argument) {
  __VERIFIER_atomic_begin();
  pthread_rwlock_rdlock(&lock);
  __atomic_store_n((int *)&lock, 0, __ATOMIC_SEQ_CST);
  __VERIFIER_atomic_end();
  int copy = data;
  return (void *)(long)copy;
}

void *writer(void *argument) {
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
