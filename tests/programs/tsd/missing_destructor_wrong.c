// Without a destructor the memory is lost when the thread ends.
#include <pthread.h>
#include <stdlib.h>
pthread_key_t key;

void *worker(void *arg) {
  pthread_setspecific(key, malloc(4));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}
