// For one input, the writer locks for reading only.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, seen[2];

void *reader(void *arg) {
  int *to = arg;
  pthread_rwlock_rdlock(&lock);
  *to = value;
  pthread_rwlock_unlock(&lock);
  return 0;
}

void *writer(void *arg) {
  int input = __VERIFIER_nondet_int();
  if (input == 5)
    pthread_rwlock_rdlock(&lock);
  else
    pthread_rwlock_wrlock(&lock);
  value = input;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, &seen[0]);
  pthread_create(&b, 0, reader, &seen[1]);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
