// Memory that belongs to a key is freed by the destructor.
#include <pthread.h>
#include <stdlib.h>
pthread_key_t key;

void *worker(void *arg) {
  pthread_setspecific(key, malloc(4));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, free);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
