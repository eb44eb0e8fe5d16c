// A key has a value of its own in each thread, null at first.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
int one = 1, two = 2;

void *worker(void *arg) {
  (void)arg;
  assert(pthread_getspecific(key) == 0);
  pthread_setspecific(key, &two);
  assert(pthread_getspecific(key) == &two);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &one);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(pthread_getspecific(key) == &one);
  pthread_key_delete(key);
  return 0;
}
